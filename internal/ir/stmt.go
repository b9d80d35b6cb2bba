package ir

import (
	"go/token"
)

// A Stmt is a statement. No statement occurs twice in a function.
type Stmt interface {
	// Info returns the statement's position, source text and note; never nil.
	Info() *Meta
	stmt()
}

// A Meta says where a statement comes from.
type Meta struct {
	// Pos is the position of the primal statement, NoPos for what was made up.
	Pos token.Pos
	// Call is that of the call by which the user got there, where the statement is one of a function of the standard library.
	Call token.Pos
	// Src is the text of the primal statement on one line; for loops and conditions their head.
	Src string
	// Note is printed as a comment line before the statement, "" for none.
	Note string
	// Hints are the line directives that stand above the statement.
	Hints Hints
}

// Hints are what the user said about one statement.
type Hints struct {
	Store, Recompute []string // names of local variables
	NonDiff          bool     // conversions to integer here have derivative 0
	Serial           bool
}

// Info returns m; statements embed Meta.
func (m *Meta) Info() *Meta { return m }

// Where is a position in the user's own code.
func (m *Meta) Where() token.Pos {
	if m.Call.IsValid() {
		return m.Call
	}
	return m.Pos
}

// A Block is a sequence of statements and a scope.
type Block struct {
	Meta
	Stmts []Stmt
}

// A Decl declares a local Var, from here to the end of the Block. Init is nil for the zero value
// (of a scalar or an array); for a view it is the Slice or Ref that Var.View holds too.
type Decl struct {
	Meta
	Var  *Var
	Init Expr
}

// An Alloc gives a slice memory: Dst = make(T, Len). A Dst without elements declares its Var,
// whose scope is the rest of the Block; a Dst with elements is a place in a slice of slices.
// The memory is zero unless Dirty, which is for what is overwritten before it is read.
type Alloc struct {
	Meta
	Dst   *Ref
	Len   Expr
	Dirty bool
	// Escapes says that the memory outlives the call (a slice result): it comes from
	// make, not from the Work.
	Escapes bool
	// Like, if it is not nil, is a slice of length Len. Dst is nil where that is, as it is for a copy whose reader
	// may ask.
	Like *Ref
}

// A Grow makes the tape Var at least Len long and keeps what it holds. What it adds is there to be overwritten, but in a
// Tangent, where it is zero: forward mode has no Work.
type Grow struct {
	Meta
	Var *Var
	Len Expr
}

// A Swap exchanges what two slices A and B refer to: variables, or places in memory that hold slices. No
// view of either is used on both sides of a Swap, so that it may be read as an exchange of all their
// elements. Slices in memory, and those of slices, have the same lengths, at every level.
type Swap struct {
	Meta
	A, B *Ref
}

// A Store is Dst = Src, of a scalar. Whole slices, arrays and structs are never stored, with
// one exception: a Result of slice type takes a Ref to a local slice.
type Store struct {
	Meta
	Dst *Ref
	Src Expr
}

// A Reduce is Dst += Src (Op ADD) or Dst -= Src (Op SUB), of a float or an integer, where Src
// does not read Dst. Two Reduces commute.
type Reduce struct {
	Meta
	Op  token.Token
	Dst *Ref
	Src Expr
}

// A For is a counted loop:
//
//	for Iter := Begin; Iter Cmp Limit; Iter += Step
//
// Cmp is LSS or LEQ with Step > 0, GTR or GEQ with Step < 0. Begin, Limit and Step are
// evaluated before the loop: nothing that they read is written in the body. Step is a constant
// other than 0, or an expression whose sign is that which Cmp demands (where it is not, the
// primal does not end). Iter is declared by the loop and is not assigned in the body.
//
// While, if it is not nil, is a further condition, evaluated before each iteration after the bound;
// where it is false the loop ends. It may read what the body writes. A loop with it may have no
// Limit (nil): then it is what says when the loop ends, and Iter counts from 0 in steps of 1. So
// the loops for cond {}, and those that break or return, have an iterator that addresses tapes.
type For struct {
	Meta
	Iter  *Var
	Begin Expr
	Cmp   token.Token
	Limit Expr
	Step  Expr
	While Expr
	Body  *Block
	Form  Form
	// Jam is how many iterations go through the deepest nest of loops in the body together, statement by
	// statement; 0 is one after the other.
	Jam int
	// Few says that the loop has a few iterations at most where it is executed at all.
	Few bool
	// Par, if it is not nil, says that iterations may be executed at the same time.
	Par *Par
}

// A Par says how the iterations of a For are executed at the same time. The loop counts upwards in steps
// of 1 below its limit, with an iterator of type int and no further condition. Its iterations
// are cut into chunks, which depend on their number and on Work alone; see [Chunks]. Within a chunk they
// are executed in order.
//
// What an iteration writes outside the loop is elements of slices that no other iteration
// touches, or belongs to Sums. Memory that an Alloc in the body makes has a length that does not
// change in the loop.
type Par struct {
	// Work is the estimated cost of one iteration, in about floating-point operations.
	Work Expr
	// Sums are Vars declared outside the loop to which the body only adds: scalars, slices of floats and arrays of floats. The
	// first chunk adds to the Var itself, each other to a copy that starts at zero; in the end the copies
	// are added in the order of the chunks.
	Sums []*Var
	// Own are slices among Sums of which no copies are needed where conditions hold.
	Own []Own
	// Scatters are slices among Sums of which no copies are needed where these are large beside what is added; see
	// [Copied].
	Scatters []Scatter
	// Near are slices among Sums of which no copies are needed where iterations that add to one element are close to each
	// other: none are further apart than the largest of Reach. See [Close].
	Near  []*Var
	Reach []Reach
	// Halo is by how many iterations those that add to one element of other slices are apart at most. The last
	// Halo iterations of each chunk but the last are executed after all chunks, so that chunks touch different
	// elements.
	Halo int
	// If are conditions on which the iterations may be executed at the same time: bool Vars, or what they stand
	// for. Where one is false they are executed in order, as one chunk.
	If []Expr
}

// An Own says that where all of If hold, which are like [Par.If], iterations add to different elements of
// Var.
type Own struct {
	Var *Var
	If  []Expr
}

// A Scatter is a slice of floats of which the body adds to single elements, Var[e] += term, by Terms statements that are
// in no loop inside. So one iteration has at most Terms of them, which a chunk can list instead of adding them to
// a copy: the lists are added in the order of the chunks, and each element gets its terms in the order of the
// iterations. A loop with scatters has no Halo and no Jam, and no other sums to the same memory.
type Scatter struct {
	Var   *Var
	Terms int
}

// A Reach is a distance between iterations, N over the product of Per, of type int, where each of Per is positive, and
// without a bound elsewhere. They are made of integers that do not change in the loop by sums and products, with small
// constants, and by divisions by constants and what is in Per. A loop with near sums has no Scatters and no Jam.
type Reach struct {
	N   Expr
	Per []Expr
}

// Quotient returns the distance, for values of Per that are positive.
func (r Reach) Quotient() Expr {
	if len(r.Per) == 0 {
		return r.N
	}
	per := Expr(Int(1))
	for _, e := range r.Per {
		per = Mul(per, e)
	}
	if Equal(r.N, per) {
		return Int(1)
	}
	return &Binary{Op: token.QUO, X: r.N, Y: per, T: r.N.Type()}
}

// Close says whether chunks of a loop of n iterations have no copies of slices to which iterations add that are as far
// apart as halo, but leave their last iterations for later as [Par.Halo] says. The generated code has the same function.
func Close(n, halo int) bool { return halo <= n/128 }

// Copied returns n if the chunks of a loop have copies of a scatter's n elements, to which the loop adds so many terms
// at most, and 0 if they list the terms. The generated code has the same function.
func Copied(n, terms int) int {
	if 8*n <= terms/4 {
		return n
	}
	return 0
}

// Chunks returns the number of chunks into which n iterations that cost work each are cut, where each
// chunk has copies of private elements of slices and leaves halo iterations for later. The generated
// code has the same function.
func Chunks(n, work, private, halo int) int {
	if n <= 0 {
		return 0
	}
	all := float64(n) * float64(work)
	most := min(float64(n), 64, all/8192)
	if private > 0 {
		most = min(most, 8, all/(8*float64(private)))
	}
	if halo > 0 {
		most = min(most, float64(n)/float64(16*halo))
	}
	return max(1, int(most))
}

// A Form is how a loop was written, so that it can be printed likewise.
type Form uint8

const (
	ThreeClause Form = iota
	Range            // for i := range x, for i := range n: Begin 0, Cmp LSS, Step 1
	CopyLoop         // the builtin copy(dst, src): one Store in the body
	ClearLoop        // the builtin clear(dst)
	ArrayLoop        // assignment of a whole array
)

// An If executes Then or Else (which may be nil).
type If struct {
	Meta
	Cond Expr
	Then *Block
	Else *Block
}

// An Exec is an inactive statement kept as text: a call for its effect, an assignment of opaque
// values. It is executed in the forward sweep only. Results lists the Vars that it
// assigns, Define whether it declares them (all of them, in the enclosing Block).
type Exec struct {
	Meta
	Results []*Ref // nil elements are "_"
	Define  bool
	Bounds  bool // it names an element for the panic outside of its bounds alone
	X       *Opaque
}

// A Panic ends the program with the value of X.
type Panic struct {
	Meta
	// Made says that the panic is none of the program's own, but stands where a gradient would be wrong. X is a string, which
	// is printed with the name of the gradient before it.
	Made bool
	X    Expr
}

func (*Block) stmt()  {}
func (*Decl) stmt()   {}
func (*Alloc) stmt()  {}
func (*Grow) stmt()   {}
func (*Swap) stmt()   {}
func (*Store) stmt()  {}
func (*Reduce) stmt() {}
func (*For) stmt()    {}
func (*If) stmt()     {}
func (*Call) stmt()   {}
func (*Exec) stmt()   {}
func (*Panic) stmt()  {}

// Inner calls f for the blocks directly inside s.
func Inner(s Stmt, f func(*Block)) {
	switch s := s.(type) {
	case *Block:
		f(s)
	case *For:
		f(s.Body)
	case *If:
		f(s.Then)
		if s.Else != nil {
			f(s.Else)
		}
	}
}
