/**
 * The sample of each operation: a curl command for a POSIX shell in which the guide's first step has set `BASE`, `AUTH` and
 * `TOKEN`. It runs as pasted. Pure.
 */

import type { Operation } from '../platform/http/operation.ts';
import { credentialNames } from '../platform/http/read-request.ts';

/** @param example the example of the body, without credentials, with the brand's names */
export function formatCurlSample(operation: Operation, example: object, brand: string): string {
  const [placement = ''] = credentialNames[operation.credentials];
  const body =
    operation.credentials === 'top-level'
      ? topLevelBody(example)
      : inHereDocument(JSON.stringify({ [placement]: authMark, ...example }, null, 2)).replace(
          `"${authMark}"`,
          '$AUTH',
        );
  return [
    `curl -s "$BASE${operation.path}" \\`,
    '  -H "Content-Type: application/json" \\',
    ...(operation.token ? [`  -H "Authorization: ${brand}Auth $TOKEN" \\`] : []),
    '  -d @- <<JSON',
    body,
    'JSON',
  ].join('\n');
}

const authMark = 'credentials of the caller';

/** The shell removes the last brace of `AUTH` to add the other properties. */
function topLevelBody(example: object): string {
  if (Object.keys(example).length === 0) return '$AUTH';
  return `\${AUTH%\\}},${inHereDocument(JSON.stringify(example, null, 2)).slice(1)}`;
}

/** Escapes what the shell would replace in a here document. */
const inHereDocument = (text: string): string => text.replaceAll(/[\\$`]/g, '\\$&');
