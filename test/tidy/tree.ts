/** The project's own files, as the conventions read them. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A text file of the project. */
export interface SourceFile {
  /** From the project's folder, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

export const root = path.resolve(import.meta.dirname, '../..');

const folders = ['src', 'portal', 'test', 'scripts', 'migrations', 'bench', 'attack', 'examples', 'docs', '.ci'];
const kinds = /\.(ts|tsx|mjs|cjs|sql|md|json|html|css|sh)$|\/run$/;
/** Made by a command, or too large to be anybody's prose. */
const made = /\.snapshot\.|^src\/addresses\/data\//;

/** All files that people write here. */
export function readTree(): SourceFile[] {
  const inRoot = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isFile() && kinds.test(entry.name) && entry.name !== 'package-lock.json')
    .map((entry) => entry.name);
  return [...inRoot, ...folders.flatMap(filesUnder)]
    .filter((file) => kinds.test(file) && !made.test(file))
    .sort()
    .map((file) => ({ path: file, text: readFileSync(path.join(root, file), 'utf8') }));
}

function filesUnder(folder: string): string[] {
  try {
    return readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** The code without comments, texts and patterns: what is left are keywords and names. Line numbers stay. */
export function namesOnly(text: string): string {
  const blank = (match: string) => match.replaceAll(/[^\n]/g, ' ');
  return text
    .replaceAll(/\/\*[\s\S]*?\*\//g, blank)
    .replaceAll(/(?<=^|[^:'"`\\])\/\/[^\n]*/g, blank)
    .replaceAll(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g, blank);
}

/** `receiveStockNow` -> receive, stock, now. */
export function wordsOf(identifier: string): string[] {
  return identifier
    .replaceAll(/([a-z0-9])([A-Z])|([A-Z])([A-Z][a-z])/g, '$1$3 $2$4')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
}

/** `CreateSalesOrder` -> create-sales-order, `CreateSKU` -> create-sku, `SKUs/List` -> skus-list. */
export function kebab(name: string): string {
  return wordsOf(name.replace('SKUs', 'Skus')).join('-');
}

/** Line number, from 1, of a position. */
export function lineAt(text: string, position: number): number {
  return text.slice(0, position).split('\n').length;
}
