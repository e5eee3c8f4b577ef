import InboxOutlined from '@ant-design/icons/InboxOutlined'
import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import '../files.css'

interface Props {
  /** Endings with a dot, as the browser's file dialog takes them. */
  accept: string
  multiple?: boolean
  disabled?: boolean
  compact?: boolean
  title: string
  hint: ReactNode
  onFiles: (files: File[]) => void
}

/** A place to drop files on, or to choose them with a click or the keyboard. What they may be is the caller's to check: files are dropped with any ending. */
export function DropZone({ accept, multiple = false, disabled = false, compact = false, title, hint, onFiles }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const take = (list: FileList | null) => {
    const files = [...(list ?? [])]
    if (files.length > 0 && !disabled) onFiles(multiple ? files : files.slice(0, 1))
  }
  const drag = (event: DragEvent) => {
    event.preventDefault()
    setOver(event.type === 'dragover' && !disabled)
    if (event.type === 'drop') take(event.dataTransfer.files)
  }
  return (
    <>
      <button
        type="button"
        className={`bt-drop${over ? ' bt-drop-over' : ''}${compact ? ' bt-drop-compact' : ''}`}
        disabled={disabled}
        onClick={() => input.current?.click()}
        onDragOver={drag}
        onDragLeave={drag}
        onDrop={drag}
      >
        <InboxOutlined className="bt-drop-icon" />
        <span className="bt-drop-title">{title}</span>
        <span className="bt-drop-hint">{hint}</span>
      </button>
      <input
        ref={input}
        type="file"
        // As a style: forms show every field for a file otherwise.
        style={{ display: 'none' }}
        aria-label={title}
        tabIndex={-1}
        accept={accept}
        multiple={multiple}
        onChange={(event) => {
          take(event.target.files)
          // The same file again is a change, too.
          event.target.value = ''
        }}
      />
    </>
  )
}
