import { describe, expect, it } from 'vitest'
import { type Build, LIMITS, type Manifest, tooHeavy } from './budget.ts'

const chunk = (src: string, rest = {}) => ({ [src]: { file: `assets/${src.replaceAll('/', '_')}.js`, src, ...rest } })
const manifest: Manifest = {
  '_vendor.js': { file: 'assets/vendor.js', name: 'vendor' },
  '_base.js': { file: 'assets/base.js', name: 'base', imports: ['_vendor.js'] },
  '_frame.js': { file: 'assets/frame.js', name: 'frame', imports: ['_base.js'] },
  '_table.js': { file: 'assets/table.js', name: 'table', imports: ['_vendor.js'] },
  ...chunk('src/core/iam/web/sign-in/account-menu.tsx'),
  ...chunk('src/core/notifications/web/bell.tsx'),
  ...chunk('src/core/iam/labels/sign-in/vi.ts'),
  ...chunk('src/subsystems/qr/web/screens.ts'),
  ...chunk('src/subsystems/qr/web/transaction-list.tsx', { imports: ['_table.js'] }),
  ...chunk('src/subsystems/qr/web/transaction-detail.tsx', { imports: ['_table.js'] }),
}
const page = '<script src="/assets/vendor.js"></script><script src="/assets/base.js"></script><link href="/assets/base.css">'
/** Every file as small as can be but those named. */
const weigh = (sizes: Record<string, number>, rest: Partial<Build> = {}) =>
  tooHeavy({ manifest, sources: {}, page, sizeOf: (file) => Object.entries(sizes).find(([name]) => file.includes(name))?.[1] ?? 1, wordsOf: () => [], ...rest })

describe('the weight of the build', () => {
  it('is right where nothing is too heavy, shared parts counted once', () => {
    expect(weigh({ vendor: LIMITS.signIn - 100, table: 100_000 })).toEqual([])
  })

  it('is refused where sign-in, first list or a screen is too heavy, with the chunk named', () => {
    expect(weigh({ vendor: LIMITS.signIn })).toEqual([expect.stringMatching(/sign-in page needs 300\.0 kB.*assets\/vendor\.js/)])
    expect(weigh({ vendor: LIMITS.signIn - 100, table: LIMITS.firstList - LIMITS.signIn + 1_000 })).toEqual([
      expect.stringMatching(/first list in all needs \d+\.\d kB.*assets\/vendor\.js/),
    ])
    expect(weigh({ 'transaction-detail': LIMITS.screen + 1 })).toEqual([expect.stringMatching(/transaction-detail\.tsx .* 40\.0 kB of its own/)])
  })

  it('is refused where administration comes with the first list, in its scripts or its words', () => {
    const early = { 'assets/table.js': ['src/core/jobs/web/job-drawer.tsx'] }
    expect(weigh({}, { sources: early })).toEqual([expect.stringMatching(/only administrators see: .*job-drawer\.tsx \(assets\/table\.js\)/)])
    const words = chunk('src/core/iam/labels/vi.ts')
    const sources = { 'assets/frame.js': ['src/a.ts'], 'assets/src_core_iam_labels_vi.ts.js': ['src/core/iam/labels/vi.ts'] }
    const wordsOf = (source: string) => (source === 'src/a.ts' ? ['iam'] : [])
    expect(weigh({}, { manifest: { ...manifest, ...words }, sources, wordsOf })).toEqual([expect.stringContaining('src/core/iam/labels/vi.ts')])
  })

  it('is refused where a part it is about is not found', () => {
    const rest = Object.entries(manifest).filter(([key]) => !key.endsWith('account-menu.tsx'))
    expect(weigh({}, { manifest: Object.fromEntries(rest) })).toEqual([expect.stringContaining('account-menu.tsx')])
  })
})
