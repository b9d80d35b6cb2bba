package helpers

import "sync"

// pardiffPool returns the pool of Works of type W, one instance of a generic type. The instances share
// pools, where a nil pointer to W is the key: it tells the types apart and takes no memory.
func pardiffPool[W any](pools *sync.Map) *sync.Pool {
	key := (*W)(nil)
	pool, ok := pools.Load(key)
	if !ok {
		pool, _ = pools.LoadOrStore(key, &sync.Pool{New: func() any { return new(W) }})
	}
	return pool.(*sync.Pool)
}
