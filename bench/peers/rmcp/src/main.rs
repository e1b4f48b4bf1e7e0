// SPDX-License-Identifier: Apache-2.0
//! One echo tool on rmcp, tuned for throughput: stateless HTTP, plain JSON answers, TCP_NODELAY.
//! Usage: rmcp_peer            serve stdio
//!        rmcp_peer PORT       serve http://127.0.0.1:PORT/mcp
use axum::serve::ListenerExt;
use rmcp::{
    Json, ServerHandler, ServiceExt,
    handler::server::{router::tool::ToolRouter, wrapper::Parameters},
    tool, tool_handler, tool_router,
    transport::{
        stdio,
        streamable_http_server::{
            StreamableHttpServerConfig, StreamableHttpService, session::never::NeverSessionManager,
        },
    },
};

#[derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
struct Text {
    /// The text that comes back.
    text: String,
}

#[derive(Clone)]
struct Echo {
    tool_router: ToolRouter<Self>,
}

#[tool_router]
impl Echo {
    fn new() -> Self {
        Self { tool_router: Self::tool_router() }
    }

    #[tool(description = "Returns its text.")]
    async fn echo(&self, Parameters(args): Parameters<Text>) -> Json<Text> {
        Json(args)
    }
}

#[tool_handler(router = self.tool_router)]
impl ServerHandler for Echo {}

async fn serve_stdio() -> Result<(), Box<dyn std::error::Error>> {
    Echo::new().serve(stdio()).await?.waiting().await?;
    Ok(())
}

async fn serve_http(port: u16) -> Result<(), Box<dyn std::error::Error>> {
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true);
    // The router is built once and cloned per request; building it is rmcp's largest cost per call.
    let echo = Echo::new();
    let service = StreamableHttpService::new(
        move || Ok(echo.clone()),
        NeverSessionManager::default().into(),
        config,
    );
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", port)).await?.tap_io(|stream| {
        let _ = stream.set_nodelay(true);
    });
    eprintln!("listening on http://{}/mcp", axum::serve::Listener::local_addr(&listener)?);
    axum::serve(listener, axum::Router::new().route_service("/mcp", service)).await?;
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    match std::env::args().nth(1) {
        Some(port) => runtime.block_on(serve_http(port.parse()?)),
        None => runtime.block_on(serve_stdio()),
    }
}
