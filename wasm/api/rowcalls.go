package api

// about answers a request about a result, or says that it is not kept.
func about[Q any](e *Engine, request []byte, q *Q, number *int, respond func(*comparedPoints) ([]byte, error)) ([]byte, error) {
	if err := decode(request, q); err != nil {
		return nil, err
	}
	c := e.session.results.get(*number)
	if c == nil {
		return encode(nil, Absent{Gone: *number})
	}
	return respond(c)
}

// answer is about for responses that encoding/json writes.
func answer[Q any](e *Engine, request []byte, q *Q, number *int, respond func(*comparedPoints) (any, error)) ([]byte, error) {
	return about(e, request, q, number, func(c *comparedPoints) ([]byte, error) {
		response, err := respond(c)
		if err != nil {
			return nil, err
		}
		return encode(nil, response)
	})
}

// rows answers a RowsRequest.
func (e *Engine) rows(request []byte) ([]byte, error) {
	var q RowsRequest
	return about(e, request, &q, &q.Result, func(c *comparedPoints) ([]byte, error) {
		c.layOut(q.View)
		r := RowsResponse{Page: c.page(q.Window)}
		if q.Layout {
			layout := c.overview()
			r.Layout = &layout
		}
		e.out = appendRowsResponse(e.out[:0], &r)
		return e.out, nil
	})
}

// stages answers a StagesRequest.
func (e *Engine) stages(request []byte) ([]byte, error) {
	var q StagesRequest
	return answer(e, request, &q, &q.Result, func(c *comparedPoints) (any, error) {
		return StagesResponse{e.session.stagesOf(c)}, nil
	})
}

// inputs answers an InputsRequest.
func (e *Engine) inputs(request []byte) ([]byte, error) {
	var q InputsRequest
	return answer(e, request, &q, &q.Result, func(c *comparedPoints) (any, error) {
		if c.trace == e.session.trace {
			return InputsResponse{e.session.inputs()}, nil
		}
		return InputsResponse{suggestInputs(c.trace)}, nil
	})
}

// find answers a FindRequest.
func (e *Engine) find(request []byte) ([]byte, error) {
	var q FindRequest
	return answer(e, request, &q, &q.Result, func(c *comparedPoints) (any, error) { return c.find(&q), nil })
}

// next answers a NextRequest.
func (e *Engine) next(request []byte) ([]byte, error) {
	var q NextRequest
	return answer(e, request, &q, &q.Result, func(c *comparedPoints) (any, error) {
		row := c.next(q.Row, q.Back)
		return c.where(&WhereRequest{View: q.View, Row: &row}), nil
	})
}

// where answers a WhereRequest.
func (e *Engine) where(request []byte) ([]byte, error) {
	var q WhereRequest
	return answer(e, request, &q, &q.Result, func(c *comparedPoints) (any, error) { return c.where(&q), nil })
}

// text answers a TextRequest.
func (e *Engine) text(request []byte) ([]byte, error) {
	var q TextRequest
	return answer(e, request, &q, &q.Result, func(c *comparedPoints) (any, error) { return c.text(&q) })
}

// picture answers a PictureRequest.
func (e *Engine) picture(request []byte) ([]byte, error) {
	var q PictureRequest
	return answer(e, request, &q, &q.Result, func(c *comparedPoints) (any, error) {
		p := e.session.pictureOf(c)
		p.choose(q.FromRow, q.ToRow)
		p.layOut(q.Opened)
		r := p.window(p.around(q.Around, q.Window))
		if q.Whole {
			r.Whole = p.whole
		}
		return r, nil
	})
}

// explain answers an ExplainRequest.
func (e *Engine) explain(request []byte) ([]byte, error) {
	var q ExplainRequest
	return answer(e, request, &q, &q.Result, func(c *comparedPoints) (any, error) {
		return e.session.pictureOf(c).explain(q.Key), nil
	})
}
