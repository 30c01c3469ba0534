// Verifies messages with the library of Standard Webhooks for Go: a line of JSON for each, and one that says whether it is genuine.
package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

type message struct {
	Secret, Body string
	Headers      map[string]string
}

func isGenuine(told message) bool {
	webhook, err := standardwebhooks.NewWebhook(told.Secret)
	if err != nil {
		panic(err)
	}
	headers := http.Header{}
	for name, value := range told.Headers {
		headers.Set(name, value)
	}
	return webhook.Verify([]byte(told.Body), headers) == nil
}

func main() {
	for lines := json.NewDecoder(os.Stdin); lines.More(); {
		var told message
		if err := lines.Decode(&told); err != nil {
			panic(err)
		}
		fmt.Println(isGenuine(told))
	}
}
