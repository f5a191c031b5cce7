package main

import (
	"fmt"
	"strings"

	quarryv1 "example.com/quarry/client-go/gen/quarry/v1"
)

const shownCharacters = 160

// citation is the score, then where the passage stands and how it begins.
func citation(result *quarryv1.QueryResult) string {
	fields := result.GetMetadata().GetFields()
	place := []string{fields["filename"].GetStringValue()}
	// Numbers of a Struct are floats; formats without pages have null here.
	if page := fields["page"].GetNumberValue(); page > 0 {
		place = append(place, fmt.Sprintf("page %.0f", page))
	}
	headings := []string{}
	for _, heading := range fields["section"].GetListValue().GetValues() {
		headings = append(headings, heading.GetStringValue())
	}
	if len(headings) > 0 {
		place = append(place, strings.Join(headings, " > "))
	}
	beginning := []rune(strings.Join(strings.Fields(result.GetText()), " "))
	if len(beginning) > shownCharacters {
		beginning = beginning[:shownCharacters]
	}
	return fmt.Sprintf("%.3f  %s\n       %s", result.GetScore(), strings.Join(place, ", "), string(beginning))
}
