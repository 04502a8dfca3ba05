/** Faults of TLS as people read them. */
import { expect, test } from 'vitest';
import { describeWebhookFailure } from './failure-text.ts';

test.each<[string, string | RegExp]>([
  ['CERT_HAS_EXPIRED', 'The certificate has expired.'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'The certificate is for another host name.'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'The certificate is self-signed.'],
  ['CERT_REVOKED', 'The certificate is not valid: CERT_REVOKED.'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', /authority that is not known, or the receiver does not send/],
  ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', 'The receiver does not support TLS 1.2 or newer.'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'The receiver does not speak TLS at this port.'],
  ['ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE', 'The TLS connection failed: ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE.'],
  ['ECONNRESET', 'The receiver closed the connection without a response.'],
  ['UND_ERR_SOCKET', 'The receiver closed the connection without a response.'],
  ['HPE_INVALID_CONSTANT', 'The response is not valid HTTP: HPE_INVALID_CONSTANT.'],
  ['EHOSTUNREACH', 'The connection failed: EHOSTUNREACH.'],
])('%s', (code, text) => {
  expect(describeWebhookFailure(Object.assign(new Error('of the network'), { code }))).toMatch(text);
});

test.each([
  ['HTTPParserError', 'Response does not match the HTTP/1.1 protocol'],
  ['SocketError', 'bad response'],
  ['SocketError', 'bad upgrade'],
])('%s: %s', (name, message) => {
  expect(describeWebhookFailure({ name, message, code: 'UND_ERR_SOCKET' })).toMatch(/^The response is not valid HTTP/);
});
