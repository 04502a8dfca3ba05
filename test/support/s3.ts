/**
 * An S3 server on the loopback interface: keeps objects in memory and verifies each request, its signature computed here from the
 * published rules of Signature Version 4.
 */
import { createHash, createHmac } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

export interface S3Request {
  readonly method: string;
  readonly path: string;
  readonly contentType: string | undefined;
}

export interface S3Server {
  readonly endpoint: string;
  readonly objects: ReadonlyMap<string, Buffer>;
  readonly requests: readonly S3Request[];
  /** One sentence for each request with a wrong key, signature or body. */
  readonly faults: readonly string[];
  /** While it is set, every request without a fault gets this status. */
  setFailure(status: number | undefined): void;
  close(): Promise<void>;
}

export const s3Keys = { accessKeyId: 'TESTKEY', secretAccessKey: 'the secret of the test' };
const region = 'us-east-1';

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** The signature that a request must have (AWS Signature Version 4, in the header). */
function signatureOf({ method = '', url = '', headers }: http.IncomingMessage, signed: readonly string[]): string {
  const [path = '', query = ''] = url.split('?');
  const time = String(headers['x-amz-date']);
  const day = time.slice(0, 8);
  const canonicalQuery = query.split('&').filter(Boolean).sort().join('&');
  const canonicalHeaders = signed.map((name) => `${name}:${String(headers[name]).trim()}\n`).join('');
  const payload = String(headers['x-amz-content-sha256']);
  const canonical = [method, path, canonicalQuery, canonicalHeaders, signed.join(';'), payload].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const key = [region, 's3', 'aws4_request'].reduce(hmac, hmac(`AWS4${s3Keys.secretAccessKey}`, day));
  return hmac(key, ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')).toString('hex');
}

function faultOf(request: http.IncomingMessage, body: Buffer): string | undefined {
  const { authorization = '', 'x-amz-content-sha256': payload } = request.headers;
  const parts =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/\d{8}\/([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      authorization,
    );
  if (parts === null) return `no signature: ${authorization}`;
  const [, key, scope, signed = '', signature] = parts;
  if (key !== s3Keys.accessKeyId || scope !== `${region}/s3/aws4_request`)
    return `another key or scope: ${key} ${scope}`;
  if (!signed.split(';').includes('host')) return 'the host is not signed';
  if (payload !== 'UNSIGNED-PAYLOAD' && payload !== sha256(body)) return 'another body than was signed';
  return signature === signatureOf(request, signed.split(';')) ? undefined : 'a wrong signature';
}

export async function openS3(): Promise<S3Server> {
  const objects = new Map<string, Buffer>();
  const requests: S3Request[] = [];
  const faults: string[] = [];
  let failure: number | undefined;
  const serve = (request: http.IncomingMessage, body: Buffer, response: http.ServerResponse): void => {
    const { method = '', url = '' } = request;
    const path = decodeURIComponent(url.split('?', 1)[0] ?? '');
    requests.push({ method, path, contentType: request.headers['content-type'] });
    const fault = faultOf(request, body);
    if (fault !== undefined) faults.push(fault);
    const status = fault === undefined ? failure : 403;
    if (status !== undefined) {
      response
        .writeHead(status, { 'content-type': 'application/xml' })
        .end('<Error><Code>InternalError</Code></Error>');
      return;
    }
    if (method === 'PUT') {
      objects.set(path, body);
      response.writeHead(200, { etag: '"e"' }).end();
      return;
    }
    if (method === 'DELETE') {
      objects.delete(path);
      response.writeHead(204).end();
      return;
    }
    const object = objects.get(path);
    if (object === undefined)
      response.writeHead(404, { 'content-type': 'application/xml' }).end('<Error><Code>NoSuchKey</Code></Error>');
    else response.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': object.length }).end(object);
  };
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => serve(request, Buffer.concat(chunks), response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    requests,
    faults,
    setFailure: (status) => {
      failure = status;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
