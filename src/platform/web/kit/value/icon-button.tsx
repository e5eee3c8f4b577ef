import { Button, type ButtonProps } from 'antd'

type Props = Omit<ButtonProps, 'type' | 'size' | 'title' | 'aria-label'> & { label: string }

/** A small button that is an icon; its name is read aloud and shown under the pointer. */
export function IconButton({ label, ...rest }: Props) {
  return <Button type="text" size="small" aria-label={label} title={label} {...rest} />
}
