/** Splits SQL text into its statements, so that each can be run and reported by itself. */

export interface SqlStatement {
  /** Without the semicolon, comments before it and surrounding white space. */
  readonly text: string;
  /** The line in the whole text where the statement begins, from 1. */
  readonly line: number;
  /** Its first word in lower case: `select`, `update`. */
  readonly keyword: string;
}

/** Quoted texts and comments: a semicolon inside of them ends nothing. An unclosed one extends to the end of the text. */
const token =
  /--[^\n]*|\/\*|(?<=(?<![\w$])[eE])'(?:[^'\\]|\\[\s\S]|'')*(?:'|$)|'(?:[^']|'')*(?:'|$)|"(?:[^"]|"")*(?:"|$)|(?<![\w$])\$([A-Za-z_]\w*)?\$|;/g;

/** Returns the statements in order; empty ones, and comments alone, are left out. */
export function splitSqlStatements(sql: string): SqlStatement[] {
  const statements: SqlStatement[] = [];
  let begin = 0;
  const add = (end: number): void => {
    const text = sql.slice(begin, end);
    const code = skipComments(text);
    const rest = text.slice(code).trim();
    if (rest === '') return;
    statements.push({
      text: rest,
      line: sql.slice(0, begin + code).split('\n').length,
      keyword: (/^[\s(]*(\w*)/.exec(rest)?.[1] ?? '').toLowerCase(),
    });
  };
  token.lastIndex = 0;
  for (let match = token.exec(sql); match !== null; match = token.exec(sql)) {
    const [found] = match;
    if (found === ';') {
      add(match.index);
      begin = token.lastIndex;
    } else if (found === '/*') {
      token.lastIndex = endOfComment(sql, match.index);
    } else if (found.startsWith('$')) {
      const end = sql.indexOf(found, token.lastIndex);
      token.lastIndex = end === -1 ? sql.length : end + found.length;
    }
  }
  add(sql.length);
  return statements;
}

/** Where the code begins, after white space and comments. */
function skipComments(text: string): number {
  let at = 0;
  for (;;) {
    at += (/^\s*/.exec(text.slice(at)) as RegExpExecArray)[0].length;
    if (text.startsWith('--', at)) {
      const end = text.indexOf('\n', at);
      at = end === -1 ? text.length : end;
    } else if (text.startsWith('/*', at)) {
      at = endOfComment(text, at);
    } else {
      return at;
    }
  }
}

/** The position after a block comment, which may contain others. */
function endOfComment(text: string, begin: number): number {
  const edge = /\/\*|\*\//g;
  edge.lastIndex = begin;
  let depth = 0;
  for (let match = edge.exec(text); match !== null; match = edge.exec(text)) {
    depth += match[0] === '/*' ? 1 : -1;
    if (depth === 0) return edge.lastIndex;
  }
  return text.length;
}
