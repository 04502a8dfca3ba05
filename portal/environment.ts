/** Which environment this page works in. One application serves both; the address decides. */
export const isTest = location.pathname.startsWith('/test/');

/** Where the pages are. */
export const portalBase = isTest ? '/test/portal' : '/portal';

/** Where the operations are. */
export const apiBase = isTest ? '/test/operator/v1' : '/operator/v1';
