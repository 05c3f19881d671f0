package journal

import "sync"

// Subscribers are the functions that Subscribe was given, by class. The zero value has none. It is safe for concurrent use.
type Subscribers[F any] struct {
	mu      sync.Mutex
	classes map[string]map[*F]bool
}

// Add adds a function for a class, and returns a function that removes it.
func (s *Subscribers[F]) Add(class string, f F) (remove func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.classes == nil {
		s.classes = map[string]map[*F]bool{}
	}
	if s.classes[class] == nil {
		s.classes[class] = map[*F]bool{}
	}
	s.classes[class][&f] = true
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.classes[class], &f)
		if len(s.classes[class]) == 0 {
			delete(s.classes, class)
		}
	}
}

// Each calls a function with each one of a class. None is added or removed meanwhile.
func (s *Subscribers[F]) Each(class string, call func(F)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for f := range s.classes[class] {
		call(*f)
	}
}
