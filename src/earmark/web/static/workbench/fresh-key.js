/**
 * A key that nobody else has made: 128 random bits. `crypto.randomUUID` exists on secure addresses only, and a laboratory may
 * serve its own network without HTTPS.
 */
export function freshKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
