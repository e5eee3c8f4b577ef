import { describe, expect, it } from 'vitest'
import { LIMITS, type Manifest, tooHeavy } from './budget.ts'

const chunk = (src: string, rest = {}) => ({ [src]: { file: `assets/${src.replaceAll('/', '_')}.js`, src, ...rest } })
const manifest: Manifest = {
  '_vendor.js': { file: 'assets/vendor.js', name: 'vendor' },
  '_base.js': { file: 'assets/base.js', name: 'base', imports: ['_vendor.js'] },
  '_frame.js': { file: 'assets/frame.js', name: 'frame', imports: ['_base.js'] },
  '_table.js': { file: 'assets/table.js', name: 'table', imports: ['_vendor.js'] },
  ...chunk('src/core/iam/web/account-menu.tsx'),
  ...chunk('src/core/iam/labels/sign-in/vi.ts'),
  ...chunk('src/subsystems/qr/web/transaction-list.tsx', { imports: ['_table.js'] }),
  ...chunk('src/subsystems/qr/web/transaction-detail.tsx', { imports: ['_table.js'] }),
}
const page = '<script src="/assets/vendor.js"></script><script src="/assets/base.js"></script><link href="/assets/base.css">'
/** Every file as small as can be but those named. */
const weigh = (sizes: Record<string, number>) => tooHeavy(manifest, page, (file) => Object.entries(sizes).find(([name]) => file.includes(name))?.[1] ?? 1)

describe('the weight of the build', () => {
  it('is right where nothing is too heavy, shared parts counted once', () => {
    expect(weigh({ vendor: LIMITS.signIn - 100, table: 100_000 })).toEqual([])
  })

  it('is refused where sign-in, first list or a screen is too heavy, with the chunk named', () => {
    expect(weigh({ vendor: LIMITS.signIn })).toEqual([expect.stringMatching(/sign-in page needs 300\.0 kB.*assets\/vendor\.js/)])
    expect(weigh({ vendor: LIMITS.signIn - 100, table: 151_000 })).toEqual([expect.stringMatching(/first list in all needs 45\d\.\d kB.*assets\/vendor\.js/)])
    expect(weigh({ 'transaction-detail': LIMITS.screen + 1 })).toEqual([expect.stringMatching(/transaction-detail\.tsx .* 40\.0 kB of its own/)])
  })

  it('is refused where a part it is about is not found', () => {
    const rest = Object.entries(manifest).filter(([key]) => !key.endsWith('account-menu.tsx'))
    expect(tooHeavy(Object.fromEntries(rest), page, () => 1)).toEqual([expect.stringContaining('account-menu.tsx')])
  })
})
