// Knows how a WebAssembly module is fetched from its address. Does not know other places that it can come from: sources.ts.

export async function fetched(address: string | URL): Promise<Response> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`the rules could not be loaded: ${response.status} ${response.statusText}`);
  return response;
}

export async function fetchModule(address: string | URL): Promise<WebAssembly.Module> {
  const response = await fetched(address);
  // A server that sends another type still serves the page, only without compiling while it loads.
  if (response.headers.get('Content-Type') !== 'application/wasm') return WebAssembly.compile(await response.arrayBuffer());
  return WebAssembly.compileStreaming(response);
}
