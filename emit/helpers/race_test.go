//go:build race

package helpers

const raceEnabled = true
