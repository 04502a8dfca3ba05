/** The web portal: builds the application in `portal/`, caches it and serves it. What it does is in `portal/`; what it calls is the operator interface. */
export { type Portal, portalBuildCommand, startPortalLoad } from './portal.ts';
export { portalPaths, portalRoutes } from './routes.ts';
