/** The routes of photos in the operator's OpenAPI document. They are no operations: photos are sent as bytes. */
import { photoExampleId } from '../photos/index.ts';
import type { OpenApiSchema } from './openapi-schema.ts';

/** The responses of a route with this success, these errors by status, and those that all routes have. */
export type DescribeResponses = (ok: OpenApiSchema, errors: Readonly<Record<number, string>>) => OpenApiSchema;

const pathParameter = (name: string, description: string, example: string) => ({
  name,
  in: 'path',
  required: true,
  description,
  schema: { type: 'string' },
  example,
});

const parameters = [
  pathParameter('CustomerNo', 'The winery.', 'W1001'),
  pathParameter('Photo', 'The id of the photo: a UUID that the page makes.', photoExampleId),
];

const refused = 'Another origin, no role for it, or (of an upload) no CSRF token or no person at a shared station.';

function get(operationId: string, summary: string, responsesOf: DescribeResponses): OpenApiSchema {
  return {
    operationId,
    tags: ['Photos'],
    summary,
    security: [{ session: [] }],
    parameters,
    description:
      'A JPEG without metadata, which never changes. It does not extend the session.\n\nRoles: floor (own warehouses), lead, service, admin.',
    responses: responsesOf(
      { description: 'The photo.', content: { 'image/jpeg': { schema: { type: 'string', format: 'binary' } } } },
      {
        403: refused,
        404: 'There is no such photo in the warehouses of the operator.',
        503: 'The server is busy, or the bucket of photos does not reply.',
      },
    ),
  };
}

export function buildPhotoOpenApiPaths(
  responsesOf: DescribeResponses,
  csrfParameter: OpenApiSchema,
): Readonly<Record<string, OpenApiSchema>> {
  const upload: OpenApiSchema = {
    operationId: 'PhotosUpload',
    tags: ['Photos'],
    summary: 'Store a photo',
    security: [{ session: [] }],
    description:
      'The body is the file: JPEG, PNG or WebP, at most 10 MiB and 50 megapixels (25 with 16 bits for each color), one picture. It is stored as JPEG, upright, at most 2,048 pixels long, without metadata. The same file under the same id is stored once. Receiving/Count, Receiving/Park and Returns/AddPhotos attach it; what nothing shows is deleted after 7 days.\n\nRoles: floor (own warehouses), lead, admin.',
    parameters: [
      ...parameters,
      {
        name: 'Warehouse',
        in: 'query',
        required: true,
        description: 'Where it was taken.',
        schema: { type: 'string' },
        example: 'APC01',
      },
      csrfParameter,
    ],
    requestBody: {
      required: true,
      content: Object.fromEntries(
        ['image/jpeg', 'image/png', 'image/webp'].map((type) => [
          type,
          { schema: { type: 'string', format: 'binary' } },
        ]),
      ),
    },
    responses: responsesOf(
      {
        description: 'It is stored.',
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: ['Photo', 'Width', 'Height', 'Bytes'],
              properties: {
                Photo: { type: 'string' },
                Width: { type: 'integer' },
                Height: { type: 'integer' },
                Bytes: { type: 'integer' },
              },
            },
            example: { Photo: photoExampleId, Width: 2048, Height: 1536, Bytes: 412_000 },
          },
        },
      },
      {
        400: 'It is not one picture in one of these formats, or the id is that of another photo.',
        403: `${refused} Or the operator does not work in the warehouse, or has 100 photos that show nothing yet.`,
        404: 'There is no such winery or warehouse.',
        413: 'The file is larger than 10 MiB.',
        503: 'The server is busy, or the bucket of photos does not reply. Send it again.',
      },
    ),
  };
  const path = '/photos/{CustomerNo}/{Photo}';
  return {
    [path]: { get: get('PhotosGet', 'Get a photo', responsesOf), post: upload },
    [`${path}/thumbnail`]: { get: get('PhotosGetThumbnail', 'Get a small photo', responsesOf) },
  };
}
