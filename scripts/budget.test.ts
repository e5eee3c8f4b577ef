import { describe, expect, it } from 'vitest'
import { LIMITS, type Manifest, tooHeavy } from './budget.ts'

const chunk = (src: string, rest = {}) => ({ [src]: { file: `assets/${src.replaceAll('/', '_')}.js`, src, ...rest } })
const manifest: Manifest = {
  ...chunk('src/app/web.tsx', { isEntry: true, imports: ['_vendor'], css: ['assets/base.css'] }),
  _vendor: { file: 'assets/vendor.js' },
  ...chunk('src/core/iam/web/sign-in-page.tsx', { imports: ['_vendor'] }),
  ...chunk('src/core/iam/web/account-menu.tsx'),
  ...chunk('src/core/iam/labels/vi.ts'),
  ...chunk('src/platform/web/shell/shell.tsx', { imports: ['_vendor'] }),
  ...chunk('src/subsystems/qr/web/transaction-list.tsx', { imports: ['_table'] }),
  ...chunk('src/subsystems/qr/web/transaction-detail.tsx', { imports: ['_table'] }),
  _table: { file: 'assets/table.js' },
}
/** Every file as small as can be but those named. */
const weigh = (sizes: Record<string, number>) => tooHeavy(manifest, (file) => Object.entries(sizes).find(([name]) => file.includes(name))?.[1] ?? 1)

describe('the weight of the build', () => {
  it('is right where nothing is too heavy, shared parts counted once', () => {
    expect(weigh({ vendor: LIMITS.signIn - 100, table: 100_000 })).toEqual([])
  })

  it('is refused where sign-in, first list or a screen is too heavy, with the chunk named', () => {
    expect(weigh({ vendor: LIMITS.signIn })).toEqual([expect.stringMatching(/sign-in page needs 300\.0 kB.*assets\/vendor\.js/)])
    expect(weigh({ vendor: LIMITS.signIn - 100, table: 151_000 })).toEqual([
      expect.stringMatching(/first list, all in all, needs 45\d\.\d kB.*assets\/vendor\.js/),
    ])
    expect(weigh({ 'transaction-detail': LIMITS.screen + 1 })).toEqual([expect.stringMatching(/transaction-detail\.tsx .* 40\.0 kB of its own/)])
  })

  it('is refused where a part it is about is not found', () => {
    const rest = Object.entries(manifest).filter(([key]) => !key.endsWith('sign-in-page.tsx'))
    expect(tooHeavy(Object.fromEntries(rest), () => 1)).toEqual([expect.stringContaining('sign-in-page.tsx')])
  })
})
