package twister

// StateLen is the number of integers that State returns.
const StateLen = len(Twister{}.state) + 1

// State is all that the next numbers depend on, but for the spare one: the words, each of 32 bits, and how many of them were used.
func (t *Twister) State() []int64 {
	list := make([]int64, 0, StateLen)
	for _, word := range t.state {
		list = append(list, int64(word))
	}
	return append(list, int64(t.next))
}

// SetState undoes what happened since State; false if no generator has this state.
func (t *Twister) SetState(list []int64) bool {
	if len(list) != StateLen || list[StateLen-1] < 0 || list[StateLen-1] >= int64(StateLen) {
		return false
	}
	for k, word := range list[:StateLen-1] {
		t.state[k] = uint32(word)
	}
	t.next = int(list[StateLen-1])
	return true
}
