/**
 * The policy of the page: no inline script or style, nothing evaluated but WebAssembly, and strings never become
 * scripts. Bytes and pictures come from the storages, whose origins only the service knows. Frames lead there too: a hidden one
 * that the storage answers with an attachment is how the browser itself saves a file.
 */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' blob: data: https: http://127.0.0.1:* http://localhost:*",
  "media-src 'self' blob: https: http://127.0.0.1:* http://localhost:*",
  "font-src 'self' data:",
  "connect-src 'self' https: http://127.0.0.1:* http://localhost:*",
  "worker-src 'self' blob:",
  "frame-src 'self' blob: https: http://127.0.0.1:* http://localhost:*",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types default"
].join("; ")
