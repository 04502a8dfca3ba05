/** Texts for attempts without a response, or without its body, for the list of attempts. Pure. */

/** Texts for common certificate errors. Other errors are shown with their code. */
const certificateFaults: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'The certificate has expired.',
  CERT_NOT_YET_VALID: 'The certificate is not valid yet.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another host name.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate is self-signed.',
  SELF_SIGNED_CERT_IN_CHAIN: 'The certificate is signed by an authority that is not known.',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'The certificate is signed by an authority that is not known.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'The certificate is signed by an authority that is not known, or the receiver does not send the certificates between its own and a known authority.',
};

/** Faults of connections, by the codes of the TLS library and the HTTP client; the first that matches applies. */
const connectionFaults: readonly (readonly [code: RegExp, text: (code: string) => string])[] = [
  [/PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL/, () => 'The receiver does not support TLS 1.2 or newer.'],
  [/WRONG_VERSION_NUMBER|HTTP_REQUEST/, () => 'The receiver does not speak TLS at this port.'],
  [/_SSL_|EPROTO/, (code) => `The TLS connection failed: ${code}.`],
  [/CERT|SELF_SIGNED|UNABLE_TO|ALTNAME/, (code) => `The certificate is not valid: ${code}.`],
  [/^ECONNREFUSED$/, () => 'The connection was refused.'],
  [/^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/, () => 'The receiver closed the connection without a response.'],
  [/^UND_ERR_HEADERS_OVERFLOW$/, () => 'The headers of the response are longer than 16 kB.'],
  [/^INTERIM_RESPONSES$/, () => 'The receiver sent many interim responses (1xx) and no response.'],
  [/^HPE_|ERR_ASSERTION|CONTENT_LENGTH_MISMATCH/, (code) => `The response is not valid HTTP: ${code}.`],
];

/** Describes for the winery why the body of a response with a status did not arrive. */
export const describeWebhookBodyFailure = (error: unknown): string =>
  isTimeout(error) ? 'The body of the response did not arrive in time.' : 'The body of the response did not arrive.';

/**
 * Describes for the winery why an attempt got no response. The texts for known errors contain nothing about the network
 * of the operator; another error is described by its code, or else by its message.
 */
export function describeWebhookFailure(error: unknown): string {
  const { code, name, message } = partsOfError(error);
  if (code === 'ADDRESS_REFUSED') return 'Refused: the address is not public.';
  if (isTimeout(error)) return 'No response in time.';
  if (code === 'ENOTFOUND' || code === 'ENODATA' || code.startsWith('EAI_'))
    return 'The name of the host is not known.';
  // The HTTP client ends a connection at 100 Continue, because no request asks for it.
  if (message === 'bad response')
    return 'The response is not valid HTTP, or 100 Continue was sent, which no request asks for.';
  if (name === 'HTTPParserError' || message === 'bad upgrade') return 'The response is not valid HTTP.';
  const fault = certificateFaults[code] ?? connectionFaults.find(([matching]) => matching.test(code))?.[1](code);
  return fault ?? `The connection failed: ${code || message.slice(0, 200)}.`;
}

const partsOfError = (error: unknown): { code: string; name: string; message: string } => {
  const { code = '', name = '', message = '' } = (error ?? {}) as Partial<Record<'code' | 'name' | 'message', string>>;
  return { code, name, message };
};

const isTimeout = (error: unknown): boolean => {
  const { code, name } = partsOfError(error);
  return name === 'TimeoutError' || /TIMEOUT/.test(code);
};
