// SPDX-License-Identifier: Apache-2.0

// One echo tool on mcp-go, tuned for throughput: stateless HTTP (Go sets TCP_NODELAY itself).
//
//	mcp_go_peer          serve stdio
//	mcp_go_peer PORT     serve http://127.0.0.1:PORT/mcp
package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"os"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type text struct {
	Text string `json:"text" jsonschema:"The text that comes back."`
}

func echo(_ context.Context, _ mcp.CallToolRequest, args text) (text, error) { return args, nil }

func newServer() *server.MCPServer {
	s := server.NewMCPServer("mcp-go peer", "0.1.0", server.WithToolCapabilities(false))
	tool := mcp.NewTool("echo", mcp.WithDescription("Returns its text."),
		mcp.WithInputSchema[text](), mcp.WithOutputSchema[text]())
	s.AddTool(tool, mcp.NewStructuredToolHandler(echo))
	return s
}

func serveHTTP(port string) error {
	listener, err := net.Listen("tcp", "127.0.0.1:"+port)
	if err != nil {
		return err
	}
	mux := http.NewServeMux()
	mux.Handle("/mcp", server.NewStreamableHTTPServer(newServer(), server.WithStateLess(true), server.WithDisableStreaming(true)))
	fmt.Fprintf(os.Stderr, "listening on http://%s/mcp\n", listener.Addr())
	return http.Serve(listener, mux)
}

func main() {
	var err error
	if len(os.Args) > 1 {
		err = serveHTTP(os.Args[1])
	} else {
		err = server.ServeStdio(newServer())
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
