package helpers

// pardiffRows returns adj, or where it or rows of it are nil a copy with zeroed scratch in
// their place, row for row as long as arg.
func pardiffRows[S ~[]R, R ~[]E, E any](rows *pardiffArena[R], elems *pardiffArena[E], adj, arg S) S {
	for i := range arg {
		if adj == nil || adj[i] == nil && len(arg[i]) > 0 {
			full := rows.take(len(arg))
			copy(full, adj)
			for i := range full {
				if full[i] == nil {
					full[i] = elems.take(len(arg[i]))
				}
			}
			return full
		}
	}
	return adj
}

// pardiffMakeRows is pardiffRows with memory from make.
func pardiffMakeRows[S ~[]R, R ~[]E, E any](adj, arg S) S {
	for i := range arg {
		if adj == nil || adj[i] == nil && len(arg[i]) > 0 {
			full := make(S, len(arg))
			copy(full, adj)
			for i := range full {
				if full[i] == nil {
					full[i] = make(R, len(arg[i]))
				}
			}
			return full
		}
	}
	return adj
}
