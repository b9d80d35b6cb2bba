// Command heat recovers the conductivity profile of a rod from noisy temperatures.
//
// The rod obeys a nonlinear heat equation: the conductivity depends on the place, which is
// sought, and on the temperature, by a known law. One end is heated at time 0, and
// the temperatures along the rod are observed once, at a later time, with noise. The program
// makes such observations from a profile that it then forgets, and minimises the misfit over all
// profiles by L-BFGS. The gradient runs back through all time steps: pardiffgen keeps the
// temperatures of each step on a tape.
//
// Recovering the profile is an ill-posed problem. The objective therefore has a term that
// prefers smooth profiles, whose weight is lowered until the observations are fitted as well as
// their noise allows (Morozov's discrepancy principle).
package main
