/** Photos: their addresses, and their upload as bytes. */
import { apiBase } from '../environment.ts';
import { ApiError, type ErrorBody } from './api-error.ts';
import { sendWithToken } from './client.ts';

const timeoutMs = 60_000;

export const photoPath = (customerNo: string, photo: string, size: 'full' | 'thumbnail'): string =>
  `${apiBase}/photos/${encodeURIComponent(customerNo)}/${photo}${size === 'full' ? '' : '/thumbnail'}`;

interface PhotoUpload {
  readonly customerNo: string;
  readonly warehouse: string;
  /** The id of the photo. A photo that is sent again under its id is stored once. */
  readonly photo: string;
  readonly bytes: Blob;
  readonly signal: AbortSignal;
  /** Called with the share that was sent, from 0 to 1. */
  onProgress(share: number): void;
}

/**
 * Sends a photo; again only when the session has changed in another tab. Throws `ApiError`, with status 0 when there was no
 * reply or the signal ended it.
 */
export async function uploadPhoto(upload: PhotoUpload): Promise<void> {
  await sendWithToken((csrfToken) => sendBytes(upload, csrfToken));
}

/** By XMLHttpRequest, because `fetch` does not report the progress of a request. */
function sendBytes({ customerNo, warehouse, photo, bytes, signal, onProgress }: PhotoUpload, csrfToken: string) {
  return new Promise<void>((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    signal.addEventListener('abort', abort);
    request.open('POST', `${photoPath(customerNo, photo, 'full')}?Warehouse=${encodeURIComponent(warehouse)}`);
    request.timeout = timeoutMs;
    request.setRequestHeader('x-csrf-token', csrfToken);
    request.setRequestHeader('content-type', bytes.type || 'application/octet-stream');
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
    request.onloadend = () => {
      signal.removeEventListener('abort', abort);
      if (request.status === 200) resolve();
      else reject(new ApiError(request.status, errorOf(request.responseText)));
    };
    request.send(bytes);
  });
}

function errorOf(text: string): Partial<ErrorBody> {
  try {
    return JSON.parse(text) as Partial<ErrorBody>;
  } catch {
    return {};
  }
}
