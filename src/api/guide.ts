/** The guide for integrators, docs/integrating.md, as a part of the API reference. */
import { readFileSync } from 'node:fs';

/** The server URL in the samples of the guide. A server replaces it with the URL by which it was requested. */
export const sampleServerUrl = 'http://127.0.0.1:8080';

/**
 * The guide in Markdown from its first chapter on, with the operator's brand in the Authorization scheme. Links to files of the
 * project become text, because the server does not serve them, and references to decision records are left out.
 */
export function readGuide(brand: string): string {
  const text = readFileSync(new URL('../../docs/integrating.md', import.meta.url), 'utf8');
  return text
    .slice(text.indexOf('\n## '))
    .trim()
    .replaceAll(/\[([^\]]+)\]\((?!https?:|#)[^)]*\)/g, '$1')
    .replaceAll(/\s*\bSee\s+decision \d+[^.]*\./g, '')
    .replaceAll('ServiceAuth', `${brand}Auth`);
}
