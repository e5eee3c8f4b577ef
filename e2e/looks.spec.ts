/** What every screen of the web manifests looks like in every state: a new screen is among them by itself. */
import { webManifests } from '#app/manifests.ts'
import type { SubsystemCode } from '#kernel/applications.ts'
import { dress, inspect, LOOKS, type Look } from './support/looks.ts'
import { expect, openList, signIn, test } from './support/portal.ts'
import { type Place, prepareRecords, Tour } from './support/tour.ts'

/** Of the README; taken anew by `PICTURES=1 npx playwright test looks`. */
const PICTURE = 'docs/images/qr-transactions.png'

const screens = webManifests.flatMap(({ subsystem, screens }) =>
  screens.map(({ path, permission, hidden }) => ({ subsystem, path, hidden, open: permission === 'public' })),
)

/** One look a screen, all four over the screens; all of them in the long run. */
const seenIn = (look: number) => screens.filter((_screen, at) => process.env.FAULTS === 'full' || at % LOOKS.length === look)

const label = ({ language, theme }: Look) => `${language}, ${theme}`

for (const [at, look] of LOOKS.entries()) {
  const bySubsystem = Map.groupBy(seenIn(at), ({ subsystem }) => subsystem)

  for (const [subsystem, places] of bySubsystem) {
    if (places.some(({ open }) => open)) {
      test(`screens of ${subsystem} before the sign-in: ${label(look)}`, async ({ page, quiet }) => {
        // A link of nobody.
        quiet.expects(422)
        await page.goto('/404')
        await dress(page, look)
        for (const { path } of places) {
          const began = Date.now()
          await page.goto(path.replace(/\{\w+\}/g, 'x'))
          await expect(page.getByRole('heading').first()).toBeVisible()
          await inspect(page, `open${path.replace(/\W+/g, '-')}`, look)
          measured(path, began)
        }
      })
      continue
    }

    test(`screens of ${subsystem}: ${label(look)}`, async ({ page, quiet }) => {
      test.setTimeout(60_000 + places.length * 30_000)
      // The refusals that the tour makes up; what the server itself refuses is kept by it.
      quiet.expects(403, 404, 500)
      await prepareRecords()
      await signIn(page, 'admin', subsystem as SubsystemCode)
      await dress(page, look)
      await page.reload()
      const tour = await Tour.begin(page, look)
      await tour.home(subsystem)
      const all: Place[] = screens.filter((screen) => screen.subsystem === subsystem)
      for (const { path } of places) {
        const began = Date.now()
        await test.step(path, () => tour.visit(path, all))
        measured(path, began)
      }
      expect(tour.refused).toEqual([])
    })
  }
}

/** Read by `npm test`, which counts what a further screen costs. */
function measured(path: string, began: number): void {
  test.info().annotations.push({ type: 'screen', description: `${Date.now() - began} ${path}` })
}

test('the picture of the README', async ({ page }) => {
  test.skip(!process.env.PICTURES, 'taken when it is asked for')
  await signIn(page, 'admin')
  await openList(page)
  await page.screenshot({ path: PICTURE, animations: 'disabled' })
})
