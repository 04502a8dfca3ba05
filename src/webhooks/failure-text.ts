/** What the list of attempts says of a delivery without a response. Pure. */

/** Faults of certificates that their owner can name; others are said by their code. */
const certificateFaults: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'The certificate has expired.',
  CERT_NOT_YET_VALID: 'The certificate is not valid yet.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another host name.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate is self-signed.',
  SELF_SIGNED_CERT_IN_CHAIN: 'The certificate is signed by an authority that is not known.',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'The certificate is signed by an authority that is not known.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The receiver does not send the certificates between its own and a known authority.',
};

/** For the winery: nothing of the network of the operator. */
export function failureText(error: unknown): string {
  const { code = '', name = '', message = '' } = (error ?? {}) as { code?: string; name?: string; message?: string };
  if (code === 'ADDRESS_REFUSED') return 'Refused: the address is not public.';
  if (name === 'TimeoutError' || /TIMEOUT/.test(code)) return 'No response in time.';
  if (code === 'ENOTFOUND' || code === 'ENODATA' || code.startsWith('EAI_'))
    return 'The name of the host is not known.';
  if (code === 'ECONNREFUSED') return 'The connection was refused.';
  const fault = certificateFaults[code];
  if (fault !== undefined) return fault;
  if (/CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO|ALTNAME/.test(code)) return `The certificate is not valid: ${code}.`;
  return `The connection failed: ${code || message.slice(0, 200)}.`;
}
