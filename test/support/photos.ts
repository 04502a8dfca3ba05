/** Photos that tests take and upload. */
import sharp from 'sharp';
import { operatorBasePaths } from '../../src/api/server.ts';
import { uuidv7 } from '../../src/lib/uuid.ts';
import type { OperatorClient } from './operator.ts';
import type { TestServer } from './server.ts';

/** A JPEG of one color. */
export const jpeg = async (color = '#885544', width = 640, height = 480): Promise<Buffer> =>
  await sharp({ create: { width, height, channels: 3, background: color } })
    .jpeg()
    .toBuffer();

export interface Upload {
  readonly customerNo: string;
  readonly warehouse?: string;
  readonly photo?: string;
  readonly bytes?: Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The address of a photo, or of its thumbnail. */
export const photoUrl = ({ url, environment }: TestServer, customerNo: string, photo: string, thumbnail = ''): string =>
  `${url}${operatorBasePaths[environment.name]}/photos/${customerNo}/${photo}${thumbnail}`;

/** Uploads a photo; what the server replied. */
export async function uploadPhoto(server: TestServer, { cookie, csrfToken }: OperatorClient, upload: Upload) {
  const { customerNo, warehouse = 'APC01', photo = uuidv7(), bytes = await jpeg(), headers } = upload;
  const response = await fetch(`${photoUrl(server, customerNo, photo)}?Warehouse=${warehouse}`, {
    method: 'POST',
    headers: { cookie, 'x-csrf-token': csrfToken, 'content-type': 'image/jpeg', ...headers },
    body: new Uint8Array(bytes),
  });
  return { photo, status: response.status, headers: response.headers, body: (await response.json()) as never };
}

/** The id of a new photo of a winery. */
export async function takenPhoto(server: TestServer, client: OperatorClient, customerNo: string): Promise<string> {
  const { photo, status, body } = await uploadPhoto(server, client, { customerNo });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return photo;
}
