package mediawiki

// Reason says why a file can't be read.
type Reason int

// Why files can't be read.
const (
	// Corrupt: it is damaged or cut off.
	Corrupt Reason = iota
	// WrongType: it is something else than its name says.
	WrongType
	// Empty: it has no page with text.
	Empty
	// Limit: it goes beyond a bound.
	Limit
)

// Failure is for the person who uploaded the file: what is wrong with it, and what to do.
type Failure struct {
	Reason  Reason
	Message string
}

func (failure *Failure) Error() string { return failure.Message }
