import { showMoney } from '#kernel/money.ts'
import { useLabels, useLanguage } from '#platform/web/i18n.ts'
import { type CodeTag, flatTags } from '../../contract/codec/parse.ts'
import { tagName } from '../../contract/codec/tags.ts'
import { words } from './words.ts'
import './studio.css'

interface Props {
  tags: readonly CodeTag[]
  /** What is wrong, by path. */
  faults: readonly { path: string; text: string }[]
  bank: string | null
}

const FIXED = {
  '00=01': 'meaningVersion',
  '01=11': 'meaningStatic',
  '01=12': 'meaningDynamic',
  '38.02=QRIBFTTA': 'meaningAccount',
  '38.02=QRIBFTTC': 'meaningCard',
  '53=704': 'meaningVnd',
  '58=VN': 'meaningVietnam',
} as const

/** Every tag of a code with its place, length, value and meaning; what is wrong with one stands in its row. */
export function TagTable({ tags, faults, bank }: Props) {
  const labels = useLabels(words)
  const language = useLanguage()
  const meaning = (path: string, value: string): string => {
    const fixed = FIXED[`${path}=${value}` as keyof typeof FIXED]
    if (fixed) return labels.text(fixed)
    if (path === '38.00') return value === 'A000000727' ? 'NAPAS' : ''
    if (path === '38.01.00') return bank ?? ''
    if (path === '54' && /^\d{1,18}$/.test(value)) return `${showMoney(value.replace(/^0+(?=\d)/, ''), language, 0)} đ`
    return path === '63' ? labels.text('meaningCrc') : ''
  }
  return (
    <div className="bt-plain-table-scroll">
      <table className="bt-plain-table bt-plain-table-read">
        <thead>
          <tr>
            {(['path', 'name', 'length', 'value', 'meaning'] as const).map((field) => (
              <th key={field} scope="col">
                {labels.field('tag', field)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {flatTags(tags).map(({ path, length, value, parts }, at) => {
            const wrong = faults.filter((one) => one.path === path)
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a tag may be there twice, and nothing in the table moves
              <tr key={at}>
                <td className="bt-num" style={{ paddingInlineStart: 8 + 16 * (path.split('.').length - 1) }}>
                  {path}
                </td>
                <td>{tagName(path)?.[language]}</td>
                <td className="bt-num">{length}</td>
                <td className="bt-num bt-studio-value">{parts ? '' : value}</td>
                <td>
                  {wrong.length > 0 ? <span className="bt-studio-wrong">{wrong.map(({ text }) => text).join('; ')}</span> : parts ? '' : meaning(path, value)}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
