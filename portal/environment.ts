/** Whether the page works in the test environment. One application serves both environments; the address decides. */
export const isTest = location.pathname.startsWith('/test/');

/** The base path of the pages. */
export const portalBase = isTest ? '/test/portal' : '/portal';

/** The base path of the operations. */
export const apiBase = isTest ? '/test/operator/v1' : '/operator/v1';
