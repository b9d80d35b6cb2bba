package load

import (
	"go/token"
	"slices"
	"strings"
)

// An argument is one word of a directive: key=value, or a bare key.
type argument struct {
	key, value string
	hasValue   bool
	pos        token.Pos // of the key
	valuePos   token.Pos
}

// A word is an element of a comma-separated value.
type word struct {
	text string
	pos  token.Pos
}

// arguments splits the directive's words and verifies the keys. Verbs without a list of keys
// get the words as they are.
func (p *directiveParser) arguments(d *directive, v verb) bool {
	words, err := d.ParseArgs()
	if err != nil {
		p.errorf(d.ArgsPos, "%v", err)
		return false
	}
	ok := true
	for _, w := range words {
		a := argument{key: w.Arg, pos: w.Pos, valuePos: w.Pos}
		if v.keys == nil {
			d.args = append(d.args, a)
			continue
		}
		if key, value, found := strings.Cut(w.Arg, "="); found {
			a.key, a.value, a.hasValue = key, value, true
			if c := p.src[p.offset(w.Pos)]; c != '"' && c != '`' {
				a.valuePos += token.Pos(len(key) + 1)
			}
		}
		ok = p.verifyKey(d, v, a) && ok
		d.args = append(d.args, a)
	}
	return ok
}

func (p *directiveParser) verifyKey(d *directive, v verb, a argument) bool {
	switch {
	case len(v.keys) == 0:
		p.errorf(a.pos, "//pardiff:%s takes no arguments", d.Name)
	case len(d.args) > 0 && strings.HasSuffix(d.args[len(d.args)-1].value, ","):
		p.errorf(a.pos, "names in a list stand without spaces between them, like wrt=x,p")
	case d.Name == "grad" && a.key == "of":
		p.errorf(a.pos, "//pardiff:grad takes no of=: it differentiates the one float result; //pardiff:vjp takes of=")
	case !slices.Contains(v.keys, a.key):
		p.errorf(a.pos, "//pardiff:%s has no argument %s%s", d.Name, a.key, suggest(a.key, v.keys))
	case slices.ContainsFunc(d.args, func(b argument) bool { return b.key == a.key }):
		p.errorf(a.pos, "%s= is given twice", a.key)
	default:
		return true
	}
	return false
}

// list splits a value at its commas; it reports empty and repeated elements.
func (p *directiveParser) list(text string, pos token.Pos, what string) []word {
	var out []word
	for _, s := range strings.Split(text, ",") {
		switch {
		case s == "":
			p.errorf(pos, "%s has an empty name; separate names with a comma and no space, like x,p", what)
		case slices.ContainsFunc(out, func(w word) bool { return w.text == s }):
			p.errorf(pos, "%s names %s twice", what, s)
		default:
			out = append(out, word{s, pos})
		}
		pos += token.Pos(len(s) + 1)
	}
	return out
}

func texts(words []word) []string {
	var out []string
	for _, w := range words {
		out = append(out, w.text)
	}
	return out
}
