import DeleteOutlined from '@ant-design/icons/DeleteOutlined'
import DownloadOutlined from '@ant-design/icons/DownloadOutlined'
import EyeOutlined from '@ant-design/icons/EyeOutlined'
import { Modal, Spin } from 'antd'
import { useEffect, useState } from 'react'
import { type FileInfo, streamFile } from '#kernel/files.ts'
import { fetchFile, saveFile } from '../../api/download.ts'
import { reportError } from '../../api/report-error.ts'
import { useLanguage, useShellText } from '../../i18n.ts'
import { showBytes } from '../sizes.ts'
import { IconButton } from '../value/icon-button.tsx'
import '../files.css'

interface Props {
  files: readonly FileInfo[]
  /** Present while a file may still be taken away. */
  onRemove?: (file: FileInfo) => void
}

const PREVIEWED = /^image\/(png|jpeg)$/

/** Attached files: name, size, preview of pictures, download. */
export function FileList({ files, onRemove }: Props) {
  const t = useShellText()
  const language = useLanguage()
  const [shown, setShown] = useState<FileInfo | null>(null)
  const save = async ({ uuid }: FileInfo) => {
    try {
      saveFile(await fetchFile(streamFile, { uuid }))
    } catch (error) {
      reportError(error, { command: true })
    }
  }
  return (
    <>
      <ul className="bt-files" aria-label={t('files.list')}>
        {files.map((file) => (
          <li key={file.uuid} className="bt-file">
            <span className="bt-file-name" title={file.name}>
              {file.name}
            </span>
            <span className="bt-file-size bt-num">{showBytes(file.size, language)}</span>
            {PREVIEWED.test(file.contentType) && (
              <IconButton icon={<EyeOutlined />} label={t('files.preview', { name: file.name })} onClick={() => setShown(file)} />
            )}
            <IconButton icon={<DownloadOutlined />} label={t('files.download', { name: file.name })} onClick={() => void save(file)} />
            {onRemove && <IconButton danger icon={<DeleteOutlined />} label={t('files.remove', { name: file.name })} onClick={() => onRemove(file)} />}
          </li>
        ))}
      </ul>
      <Modal open={shown !== null} title={shown?.name} footer={null} width={900} onCancel={() => setShown(null)} destroyOnHidden>
        {shown && <Picture file={shown} />}
      </Modal>
    </>
  )
}

/** The picture itself, fetched with the session and held by this page only. */
function Picture({ file: { uuid, name } }: { file: FileInfo }) {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    const abort = new AbortController()
    let made: string | null = null
    fetchFile(streamFile, { uuid }, abort.signal)
      .then(({ blob }) => {
        if (abort.signal.aborted) return
        made = URL.createObjectURL(blob)
        setUrl(made)
      })
      .catch((error: unknown) => abort.signal.aborted || reportError(error, { command: true }))
    return () => {
      abort.abort()
      if (made !== null) URL.revokeObjectURL(made)
    }
  }, [uuid])
  return url === null ? <Spin /> : <img className="bt-file-picture" src={url} alt={name} />
}
