import { Button, Form, Progress } from 'antd'
import { useEffect, useId, useRef, useState } from 'react'
import { ATTACHMENTS_MAX, FILE_MAX_BYTES, type FileInfo, removeFile, uploadFile } from '#kernel/files.ts'
import { messageOf } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { upload } from '../../api/upload.ts'
import { useLanguage, useShellText } from '../../i18n.ts'
import { FileList } from '../detail/file-list.tsx'
import { showBytes } from '../sizes.ts'
import { DropZone } from './drop-zone.tsx'
import '../files.css'

interface Props {
  /** Name of the file kind on the server (defineFileKind). */
  kind: string
  /** Endings without a dot; as the kind takes them. */
  types: readonly string[]
  maxBytes?: number
  /** Uploaded files, kept by the server for a day; the command of the form attaches them. */
  value?: readonly FileInfo[]
  onChange?: (files: FileInfo[]) => void
}

interface Sending {
  key: string
  name: string
  share: number
  problem: string | null
  abort: AbortController
}

/** Files of a form: dropped or chosen, sent at once with progress, taken away again. The value is what has arrived. */
export function FileInput({ kind, types, maxBytes = FILE_MAX_BYTES, value = [], onChange }: Props) {
  const t = useShellText()
  const language = useLanguage()
  const [sending, setSending] = useState<readonly Sending[]>([])
  // Several arrive one after the other, each added to what is there by then.
  const arrived = useRef<readonly FileInfo[]>(value)
  arrived.current = value
  const change = (next: FileInfo[]) => {
    arrived.current = next
    onChange?.(next)
  }
  const patch = (key: string, values: Partial<Sending>) => setSending((all) => all.map((one) => (one.key === key ? { ...one, ...values } : one)))
  const drop = (key: string) => setSending((all) => all.filter((one) => one.key !== key))
  const max = showBytes(maxBytes, language)
  const endings = types.map((type) => `.${type}`).join(', ')
  const problemOf = ({ name, size }: File, place: number) => {
    const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
    if (!types.includes(ending === 'jpeg' ? 'jpg' : ending)) return t('files.type', { name, types: endings })
    if (size > maxBytes) return t('files.tooLarge', { name, max })
    return arrived.current.length + place >= ATTACHMENTS_MAX ? t('files.tooMany', { max: ATTACHMENTS_MAX }) : null
  }
  const send = async (file: File, place: number) => {
    const one: Sending = { key: crypto.randomUUID(), name: file.name, share: 0, problem: problemOf(file, place), abort: new AbortController() }
    setSending((all) => [...all, one])
    if (one.problem) return
    try {
      const info = await upload(uploadFile, { kind }, file, { signal: one.abort.signal, onSent: (share) => patch(one.key, { share }) })
      drop(one.key)
      change([...arrived.current, info])
    } catch (error) {
      if (one.abort.signal.aborted) drop(one.key)
      else patch(one.key, { problem: messageOf(error) ?? t('common.networkGone') })
    }
  }
  const remove = (file: FileInfo) => {
    change(arrived.current.filter(({ uuid }) => uuid !== file.uuid))
    // What is not taken away now goes away by itself within a day.
    call(removeFile, { uuid: file.uuid }).catch(() => undefined)
  }
  const cancel = (one: Sending) => {
    one.abort.abort()
    if (one.problem) drop(one.key)
  }
  return (
    <>
      <DropZone
        compact
        multiple
        accept={endings}
        title={t('files.drop')}
        hint={t('files.hint', { types: endings, max })}
        onFiles={(files) => files.forEach((file, place) => void send(file, place))}
      />
      {value.length > 0 && <FileList files={value} onRemove={remove} />}
      <AllArrived left={sending.length} />
      {sending.length > 0 && (
        <ul className="bt-files">
          {sending.map((one) => (
            <li key={one.key} className="bt-file">
              <span className="bt-file-name">{one.name}</span>
              <Button type="text" size="small" onClick={() => cancel(one)}>
                {one.problem ? t('common.close') : t('common.cancel')}
              </Button>
              {one.problem ? (
                <span className="bt-file-problem" role="alert">
                  {one.problem}
                </span>
              ) : (
                <Progress percent={Math.round(one.share * 100)} size="small" aria-label={t('files.sending')} />
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** The form does not go while a file of it was refused or is still on its way: it would be left out without a word. */
function AllArrived({ left }: { left: number }) {
  const t = useShellText()
  const form = Form.useFormInstance()
  const name = `files${useId()}`
  const now = useRef(left)
  now.current = left
  useEffect(() => {
    if (left === 0 && form.getFieldError(name).length > 0) void form.validateFields([name]).catch(() => undefined)
  }, [left, form, name])
  const rule = { validator: () => (now.current > 0 ? Promise.reject(new Error(t('files.left'))) : Promise.resolve()) }
  return (
    <Form.Item name={name} rules={[rule]} className="bt-files-left">
      <span />
    </Form.Item>
  )
}
