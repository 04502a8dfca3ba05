/**
 * How much of the portal is looked at. With a folder for pictures (`npm run test:portal`) everything in all its looks. Otherwise, as in `npm test`, each page
 * in one of its looks, in turn, and each dialog and state as it is on screen, without its colors.
 */
export const pictures = process.env.PORTAL_PICTURES ?? '';
export const seesAllLooks = pictures !== '';
