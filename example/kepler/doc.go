// Command kepler fits the orbit of Mars to the twelve oppositions with which Kepler began the
// Astronomia nova (1609, chapter 15): ten observed by Tycho Brahe and his assistants, two by
// himself.
//
// When Mars is opposite to the Sun, its longitude is the same from the Earth as from the Sun.
// Twelve such longitudes determine the eccentricity, the direction of the perihelion, the mean
// longitude and the period. The fit is L-BFGS on the gradient that pardiffgen derives
// from [Misfit].
//
// Each longitude needs the root of Kepler's equation, which Newton's method finds. Its
// iteration is not differentiated: [KeplerVJP], marked by a rule directive, gives the derivatives of
// the root by the implicit function theorem.
package main
