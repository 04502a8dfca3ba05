/**
 * `/portal` and `/test/portal`: one application for both environments, which reads from its address which one it works in. Every address
 * below them is a page of the application, except its files.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../platform/errors.ts';
import { chooseAssetEncoding } from './built-portal.ts';
import { portalBuildingNotice, portalFailedNotice, renderNoticePage } from './notice-page.ts';
import { createPortalPageHeaders, newCspNonce, portalResponseHeaders } from './page-headers.ts';
import type { Portal } from './portal.ts';

/** The portal's path in each environment. */
export const portalPaths = { production: '/portal', test: '/test/portal' } as const;

export function portalRoutes(portal: Pick<Portal, 'state'>): (app: FastifyInstance) => void {
  const sendPage = (_request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const state = portal.state();
    const nonce = newCspNonce();
    reply.headers(createPortalPageHeaders(nonce));
    if (state.kind === 'ready') return reply.send(state.portal.page(nonce));
    const notice = state.kind === 'building' ? portalBuildingNotice : portalFailedNotice;
    return reply.code(503).header('retry-after', String(notice.reloadSeconds)).send(renderNoticePage(notice, nonce));
  };
  return (app) => {
    for (const path of Object.values(portalPaths)) {
      app.get(path, sendPage);
      app.get(`${path}/*`, sendPage);
    }
    app.get<{ Params: { name: string } }>('/portal/assets/:name', (request, reply) => {
      const state = portal.state();
      const asset = state.kind === 'ready' ? state.portal.asset(request.params.name) : undefined;
      if (asset === undefined) throw new AppError({ code: 'UnknownPath', reason: 'The portal has no such file.' });
      const encoding = chooseAssetEncoding(asset, request.headers['accept-encoding']);
      if (encoding !== 'identity') reply.header('content-encoding', encoding);
      return reply
        .headers(portalResponseHeaders)
        .headers({ 'cache-control': 'public, max-age=31536000, immutable', vary: 'accept-encoding' })
        .type(asset.type)
        .send(asset.bodies[encoding]);
    });
  };
}
