package sat

// order is a heap of variables, the most active on top.
type order struct {
	heap     []int32
	pos      []int32 // of each variable in heap, or -1
	activity []float64
}

func (o *order) grow() {
	o.pos = append(o.pos, -1)
	o.activity = append(o.activity, 0)
	o.insert(int32(len(o.pos) - 1))
}

func (o *order) insert(v int32) {
	if o.pos[v] >= 0 {
		return
	}
	o.pos[v] = int32(len(o.heap))
	o.heap = append(o.heap, v)
	o.up(int(o.pos[v]))
}

func (o *order) up(i int) {
	v := o.heap[i]
	a := o.activity[v]
	for i > 0 {
		parent := (i - 1) / 2
		p := o.heap[parent]
		if o.activity[p] >= a {
			break
		}
		o.heap[i], o.pos[p] = p, int32(i)
		i = parent
	}
	o.heap[i], o.pos[v] = v, int32(i)
}

func (o *order) down(i int) {
	v := o.heap[i]
	a := o.activity[v]
	for {
		child := 2*i + 1
		if child >= len(o.heap) {
			break
		}
		if child+1 < len(o.heap) && o.activity[o.heap[child+1]] > o.activity[o.heap[child]] {
			child++
		}
		c := o.heap[child]
		if o.activity[c] <= a {
			break
		}
		o.heap[i], o.pos[c] = c, int32(i)
		i = child
	}
	o.heap[i], o.pos[v] = v, int32(i)
}

// pop removes and returns the most active variable; -1 if there is none.
func (o *order) pop() int32 {
	if len(o.heap) == 0 {
		return -1
	}
	top := o.heap[0]
	last := len(o.heap) - 1
	v := o.heap[last]
	o.heap = o.heap[:last]
	o.pos[top] = -1
	if last > 0 {
		o.heap[0], o.pos[v] = v, 0
		o.down(0)
	}
	return top
}

// scale makes all activities smaller before they leave the range of floats.
func (o *order) scale(by float64) {
	for i := range o.activity {
		o.activity[i] *= by
	}
}
