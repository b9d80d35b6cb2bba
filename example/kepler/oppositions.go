package main

import "math"

// precession is the motion of the equinox, from which longitudes are counted, in radians a
// Julian year.
const precession = 50.3 / 3600 * math.Pi / 180

// Signs of the zodiac, 30 degrees each.
const (
	taurus = iota + 1
	gemini
	cancer
	leo
	virgo
	libra
	scorpio
	sagittarius
	capricorn
	aquarius
	pisces
)

// An opposition is a line of Kepler's table: a date of the Julian calendar, hour and minute, and
// the longitude of Mars in degrees, minutes and seconds of a sign.
type opposition struct {
	year, month, day, hour, minute int
	sign                           int
	deg, min, sec                  float64
}

// oppositions returns Kepler's table of the oppositions from 1580 to 1604.
func oppositions() []opposition {
	return []opposition{
		{1580, 11, 18, 1, 31, gemini, 6, 28, 35},
		{1582, 12, 28, 3, 58, cancer, 16, 55, 30},
		{1585, 1, 30, 19, 14, leo, 21, 36, 10},
		{1587, 3, 6, 7, 23, virgo, 25, 43, 0},
		{1589, 4, 14, 6, 23, scorpio, 4, 23, 0},
		{1591, 6, 8, 7, 43, sagittarius, 26, 43, 0},
		{1593, 8, 25, 17, 27, pisces, 12, 16, 0},
		{1595, 10, 31, 0, 39, taurus, 17, 31, 40},
		{1597, 12, 13, 15, 44, cancer, 2, 28, 0},
		{1600, 1, 18, 14, 2, leo, 8, 38, 0},
		{1602, 2, 20, 14, 13, virgo, 12, 27, 0},
		{1604, 3, 28, 16, 23, libra, 18, 37, 10},
	}
}

// sightings returns the oppositions with times in Julian years since the beginning of
// 1593, and longitudes counted from the equinox of that time.
func sightings() []Sighting {
	epoch := julianDay(1593, 1, 1)
	var seen []Sighting
	for _, o := range oppositions() {
		day := julianDay(o.year, o.month, o.day) + float64(o.hour)/24 + float64(o.minute)/(24*60)
		t := (day - epoch) / 365.25
		deg := 30*float64(o.sign) + o.deg + o.min/60 + o.sec/3600
		seen = append(seen, Sighting{Time: t, Lon: deg*math.Pi/180 - precession*t})
	}
	return seen
}

// julianDay returns the Julian day number at the midnight with which a day of the Julian
// calendar begins. It counts years from March on, so that the leap day comes last.
func julianDay(year, month, day int) float64 {
	y, m := year, month
	if m <= 2 {
		y--
		m += 12
	}
	return float64(1461*(y+4716)/4+(153*(m+1))/5+day) - 1524.5
}
