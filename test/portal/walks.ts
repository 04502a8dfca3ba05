/**
 * Walks of some areas of the portal in a browser: a test file calls it once. No page violates the content security policy or an accessibility
 * rule. `npm run test:portal` takes screenshots for people to look at, and prints their folder.
 *
 * One server and one browser for all walks of a file, which run one after the other, while other files walk elsewhere. What a walk changes
 * belongs to customers and operators of its own.
 */
import { afterAll, beforeAll, beforeEach, describe } from 'vitest';
import { openPortalUnderTest, type PortalUnderTest } from './portal-under-test.ts';

/** Registers the walks of an area. The portal is open once they run. */
export type Walks = (portal: () => PortalUnderTest) => void;

/** @param signedOut areas whose walks begin without a session */
export function walkPortal(areas: readonly Walks[], signedOut: readonly Walks[] = []): void {
  let opened: PortalUnderTest;
  beforeAll(async () => {
    opened = await openPortalUnderTest();
  });
  afterAll(() => opened?.close());
  const portal = (): PortalUnderTest => opened;

  for (const area of signedOut) area(portal);

  describe('as an administrator, unless a walk signs in as another person', () => {
    beforeEach(async () => {
      // A walk that failed leaves the replies that it held or replaced.
      await opened.page.unrouteAll({ behavior: 'ignoreErrors' });
      await opened.signInAs(opened.admin);
    });
    for (const area of areas) area(portal);
  });
}
