package load

import (
	"fmt"
	"go/ast"
	"go/token"
	"regexp"
	"slices"
	"strings"
)

// toolName is what directives start with.
const toolName = "pardiff"

var (
	// almost is a directive in the wrong spelling: blanks, capitals, another comment sign, the
	// name of the command.
	almost = regexp.MustCompile(`^(//|/\*)([ \t]*)(?i:(pardiff(?:gen)?))([ \t]*):([ \t]*)(\S*)`)
	// otherTool is a directive behind the name of another tool, as in //go:pardiff:grad.
	otherTool = regexp.MustCompile(`^//\w+:(?i:pardiff(?:gen)?):(\w+)`)
	// inBlock is a line of a block comment that is a directive but for the comment around it.
	inBlock = regexp.MustCompile(`(?m)^(?:/\*)?([ \t]*)(?:\* ?)?((?://)? ?(?i:pardiff(?:gen)?):(\w+))`)
	// noColon is a directive with something else for the colon.
	noColon = regexp.MustCompile(`^//(?i:pardiff(?:gen)?)[ \t.=_-]+(\w+)`)
)

// nearMiss says how a comment that is no directive should be written, if it looks as if it was
// meant to be one, and returns "" for all others. Go itself takes such comments for prose.
func (p *directiveParser) nearMiss(text string) string {
	if m := almost.FindStringSubmatch(text); m != nil {
		return p.misspelt(m)
	}
	if m := noColon.FindStringSubmatch(text); m != nil && p.isVerb(m[1]) {
		return fmt.Sprintf("write //pardiff:%s", strings.ToLower(m[1]))
	}
	if m := otherTool.FindStringSubmatch(text); m != nil && p.isVerb(m[1]) {
		return fmt.Sprintf("write //pardiff:%s", strings.ToLower(m[1]))
	}
	d, ok := ast.ParseDirective(1, text)
	if ok && d.Tool != toolName && distance(d.Tool, toolName) <= 2 && p.isVerb(d.Name) {
		return fmt.Sprintf("write //pardiff:%s", d.Name)
	}
	return ""
}

// block reports the lines of a block comment that would be directives in // comments, on a declaration or inside a function. Code
// that the comment shows is indented.
func (p *directiveParser) block(group *ast.CommentGroup, c *ast.Comment) {
	inside := p.enclosing(c) != nil
	onDecl := slices.ContainsFunc(p.file.Decls, func(d ast.Decl) bool {
		switch d := d.(type) {
		case *ast.FuncDecl:
			return d.Doc == group
		case *ast.GenDecl:
			return d.Doc == group
		}
		return false
	})
	for _, m := range inBlock.FindAllStringSubmatchIndex(c.Text, -1) {
		indent, verb := c.Text[m[2]:m[3]], c.Text[m[6]:m[7]]
		if p.isVerb(verb) && (inside || onDecl && len(indent) <= 1 && indent != "\t") {
			p.errorf(c.Slash+token.Pos(m[4]), "comment looks like a pardiff directive but is not one: use a // comment")
		}
	}
}

// misspelt explains a match of almost. A sentence such as "pardiff: how it works" is not one.
func (p *directiveParser) misspelt(m []string) string {
	open, lead, tool, before, after := m[1], m[2], m[3], m[4], m[5]
	name := strings.TrimSuffix(m[6], "*/")
	prose := lead != "" || open == "/*"
	if prose && (before+after != "" || name == "") && !p.isVerb(name) {
		return ""
	}
	var fix []string
	if open == "/*" {
		fix = append(fix, "use a // comment")
	} else if lead != "" {
		fix = append(fix, "remove the space after //")
	}
	if low := strings.ToLower(tool); low != toolName {
		fix = append(fix, fmt.Sprintf("write %s for %s", toolName, tool))
	} else if low != tool || strings.ToLower(name) != name {
		fix = append(fix, "write it in lower case")
	}
	if before+after != "" {
		fix = append(fix, "write no space beside the colon")
	}
	if name == "" {
		fix = append(fix, "name the directive after the colon")
	}
	if len(fix) == 0 {
		fix = append(fix, fmt.Sprintf("%q does not name a directive", name))
	}
	return strings.Join(fix, ", ")
}

func (p *directiveParser) isVerb(s string) bool {
	_, ok := p.verbs[strings.ToLower(s)]
	return ok
}

// suggest returns what to add to a message about an unknown word: the nearest of the known ones
// if it is near, otherwise all of them.
func suggest(word string, known []string) string {
	best := slices.MinFunc(known, func(a, b string) int { return distance(word, a) - distance(word, b) })
	if n := distance(strings.ToLower(word), best); n <= 2 && n < len(word) {
		return fmt.Sprintf("; did you mean %s?", best)
	}
	return "; known are " + strings.Join(known, ", ")
}

// distance returns the number of bytes to insert, delete or replace that makes b of a.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diag := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diag
			if a[i] != b[j] {
				cost = 1 + min(diag, row[j], row[j+1])
			}
			diag, row[j+1] = row[j+1], cost
		}
	}
	return row[len(b)]
}
