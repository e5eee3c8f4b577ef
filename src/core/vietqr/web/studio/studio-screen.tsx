import CameraOutlined from '@ant-design/icons/CameraOutlined'
import PictureOutlined from '@ant-design/icons/PictureOutlined'
import { Alert, Button, Input } from 'antd'
import { type ClipboardEvent, type DragEvent, type ReactNode, useRef, useState } from 'react'
import { MerchantSelect } from '#core/merchants/web/public.ts'
import { showMoney } from '#kernel/money.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels, useLanguage } from '#platform/web/i18n.ts'
import { Section } from '#platform/web/kit/detail/detail-layout.tsx'
import { showBytes } from '#platform/web/kit/sizes.ts'
import { lazyPart } from '#platform/web/shell/routing/lazy-part.tsx'
import { faultSentence } from '../../contract/codec/faults.ts'
import { SCHEMES } from '../../contract/codec/schemes.ts'
import { decodeVietQr } from '../../contract/codec/vietqr.ts'
import { PAYLOAD_MAX, unwrapped, verifyCode } from '../../contract/verify.ts'
import { type CodePaths, codeAddress } from '../paths.ts'
import { Comparison } from './comparison.tsx'
import { TagTable } from './tag-table.tsx'
import { words } from './words.ts'
import './studio.css'

const Camera = lazyPart(() => import('./camera.tsx'))

/** A picture that gave no code, and why. */
interface Trouble {
  wrong: 'tooLarge' | 'unknown' | 'empty' | 'several' | 'pdf'
  file: File
}

const TROUBLE = { tooLarge: 'pictureTooLarge', unknown: 'pictureUnknown', empty: 'pictureEmpty', several: 'pictureSeveral', pdf: 'picturePdf' } as const
const PICTURE_MAX = 10 * 1_048_576

/** Any code, however it comes: what it says tag by tag, and whether it is one of ours. */
function Studio({ paths }: { paths: CodePaths }) {
  const [text, setText] = useState('')
  const [merchantId, setMerchantId] = useState<string>()
  const [from, setFrom] = useState<string>()
  const [trouble, setTrouble] = useState<Trouble>()
  const [reading, setReading] = useState(false)
  const take = (next: string, picture?: string) => {
    setText(next)
    setFrom(picture)
    setTrouble(undefined)
  }
  const read = async (file: File) => {
    setReading(true)
    try {
      // The scanner is fetched with the first picture.
      const { readPicture } = await import('./picture.ts')
      const answer = await readPicture(file)
      take('text' in answer ? answer.text : '', 'text' in answer ? file.name : undefined)
      if ('wrong' in answer) setTrouble({ wrong: answer.wrong, file })
    } catch {
      setTrouble({ wrong: 'unknown', file })
    } finally {
      setReading(false)
    }
  }
  const payload = unwrapped(text)
  return (
    <Dropped onFile={(file) => void read(file)}>
      <Question text={text} onText={take} onFile={(file) => void read(file)} reading={reading} merchant={{ value: merchantId, onChange: setMerchantId }} />
      {trouble && <PictureTrouble {...trouble} />}
      {payload !== '' && <Answer key={payload} payload={payload} from={from} merchantId={merchantId} paths={paths} />}
    </Dropped>
  )
}

/** The whole screen takes a picture that is dropped on it or pasted into it. */
function Dropped({ onFile, children }: { onFile: (file: File) => void; children: ReactNode }) {
  const [over, setOver] = useState(false)
  const first = (files: FileList) => {
    const [file] = files
    if (file) onFile(file)
    return file !== undefined
  }
  const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a way beside the buttons, which everybody can use
    <div
      className={over ? 'bt-studio bt-studio-dropping' : 'bt-studio'}
      onDragOver={(event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(false)
        first(event.dataTransfer.files)
      }}
      onPaste={(event: ClipboardEvent) => first(event.clipboardData.files) && event.preventDefault()}
    >
      {children}
    </div>
  )
}

interface QuestionProps {
  text: string
  onText: (text: string) => void
  onFile: (file: File) => void
  reading: boolean
  merchant: { value: string | undefined; onChange: (id: string | undefined) => void }
}

function Question({ text, onText, onFile, reading, merchant }: QuestionProps) {
  const labels = useLabels(words)
  const file = useRef<HTMLInputElement>(null)
  const [camera, setCamera] = useState(false)
  return (
    <Section title={labels.text('ask')}>
      <div className="bt-studio-ask">
        <Input.TextArea
          autoFocus
          className="bt-num"
          aria-label={labels.field('question', 'text')}
          autoSize={{ minRows: 2, maxRows: 6 }}
          spellCheck={false}
          value={text}
          onChange={(event) => onText(event.target.value)}
        />
        <div className="bt-studio-buttons">
          <Button icon={<PictureOutlined />} loading={reading} onClick={() => file.current?.click()}>
            {labels.text(reading ? 'reading' : 'choose')}
          </Button>
          <Button icon={<CameraOutlined />} onClick={() => setCamera(true)}>
            {labels.text('camera')}
          </Button>
          <Button type="text" disabled={text === ''} onClick={() => onText('')}>
            {labels.text('clear')}
          </Button>
          <div className="bt-studio-merchant">
            <span>{labels.field('question', 'merchantId')}</span>
            <MerchantSelect
              aria-label={labels.field('question', 'merchantId')}
              value={merchant.value}
              onChange={(id) => merchant.onChange(typeof id === 'string' && id !== '' ? id : undefined)}
            />
          </div>
        </div>
        <p className="bt-none">{labels.text('hint')}</p>
        <input
          ref={file}
          hidden
          type="file"
          accept="image/png,image/jpeg,image/webp,image/gif,image/bmp,image/svg+xml"
          aria-label={labels.text('choose')}
          onChange={({ target }) => {
            const [chosen] = target.files ?? []
            // The same file again is a new try.
            if (chosen) onFile(chosen)
            target.value = ''
          }}
        />
      </div>
      {camera && (
        <Camera
          onClose={() => setCamera(false)}
          onFound={(found) => {
            setCamera(false)
            onText(found)
          }}
        />
      )}
    </Section>
  )
}

function PictureTrouble({ wrong, file }: Trouble) {
  const labels = useLabels(words)
  const language = useLanguage()
  const params = { name: file.name, size: showBytes(file.size, language), max: showBytes(PICTURE_MAX, language) }
  return <Alert type="warning" showIcon role="alert" title={labels.text(TROUBLE[wrong], params)} />
}

interface AnswerProps {
  payload: string
  from: string | undefined
  merchantId: string | undefined
  paths: CodePaths
}

/** Decoded here at once; the server, which knows banks and codes, adds what it finds. */
function Answer({ payload, from, merchantId, paths }: AnswerProps) {
  const labels = useLabels(words)
  const language = useLanguage()
  const decoded = decodeVietQr(payload)
  // Far longer than any code: what is wrong with it is known here.
  const asked = payload.length <= PAYLOAD_MAX
  const input = merchantId === undefined ? { payload } : { payload, merchantId }
  const query = useContractQuery(verifyCode, input, { quiet: true, keepPrevious: true, enabled: asked })
  const own = decoded.ok ? [] : decoded.faults.map((one) => ({ path: one.path, text: faultSentence(one, language) }))
  const faults = query.data?.faults ?? own
  const valid = decoded.ok && faults.length === 0
  const params = { account: query.data?.account ?? '', bank: query.data?.bankName ?? '' }
  const amount = decoded.ok ? decoded.content.amount : undefined
  const summary = amount === undefined ? labels.text('validStatic', params) : labels.text('validDynamic', { ...params, amount: showMoney(amount, language, 0) })
  return (
    <>
      <Alert
        type={valid ? 'success' : 'error'}
        showIcon
        role="status"
        title={valid ? labels.text('valid') : headOf(decoded.scheme, decoded.tags.length > 0, faults.length, language, labels)}
        description={
          <>
            {from && <div>{labels.text('fromPicture', { name: from })}</div>}
            {valid ? query.data && summary : <Faults faults={faults} />}
          </>
        }
      />
      {query.data && <Comparison answer={query.data} pathOf={(id) => codeAddress(paths, id)} />}
      {decoded.tags.length > 0 && (
        <Section title={labels.text('explained')}>
          <TagTable tags={decoded.tags} faults={faults} bank={query.data?.bankName ?? null} />
        </Section>
      )}
    </>
  )
}

type StudioLabels = ReturnType<typeof useLabels<typeof import('../../labels/studio/vi.ts').vi>>

function headOf(scheme: keyof typeof SCHEMES, read: boolean, n: number, language: 'vi' | 'en', labels: StudioLabels): string {
  if (scheme === 'VIETQR') return labels.text('invalid', { n })
  return labels.text(read ? 'foreign' : 'notPayment', { scheme: SCHEMES[scheme][language] })
}

function Faults({ faults }: { faults: readonly { path: string; text: string }[] }) {
  return (
    <ul className="bt-studio-faults">
      {faults.map(({ path, text }) => (
        <li key={`${path} ${text}`}>{text}</li>
      ))}
    </ul>
  )
}

export default (paths: CodePaths) => () => <Studio paths={paths} />
