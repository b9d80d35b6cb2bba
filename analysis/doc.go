// Package analysis reads Go: it loads packages, finds directives, refuses what is not
// accepted, and lowers functions to package ir.
package analysis
