/** The page that is shown while the portal is being built, or when its build failed. */
interface PortalNotice {
  readonly title: string;
  readonly text: string;
  /** The page loads itself again after this time. */
  readonly reloadSeconds: number;
}

export const portalBuildingNotice: PortalNotice = {
  title: 'The portal is being prepared',
  text: 'This happens once after an update and takes a few seconds. The page opens by itself. The API is available.',
  reloadSeconds: 2,
};

export const portalFailedNotice: PortalNotice = {
  title: 'The portal could not be prepared',
  text: 'The log of the server has the reason. Run “dray portal build” to see it again, then restart the server. The API is available.',
  reloadSeconds: 60,
};

const style = `
:root { color-scheme: light dark; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: light-dark(#fbfaf8, #1a1917); color: light-dark(#1a1917, #ededeb);
  font: 16px/24px system-ui, sans-serif; }
main { max-width: 26rem; padding: 24px; }
h1 { margin: 0 0 8px; font-size: 22px; line-height: 28px; }
p { margin: 0; color: light-dark(#5f5d58, #c2c1bc); }
`;

export function renderNoticePage({ title, text, reloadSeconds }: PortalNotice, nonce: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="${reloadSeconds}">
<title>${title}</title>
<style nonce="${nonce}">${style}</style>
</head>
<body><main><h1>${title}</h1><p>${text}</p></main></body>
</html>
`;
}
