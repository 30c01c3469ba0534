/** One line for the operator: the name of the folder, the problem and the remedy. */
export class FolderFault extends Error {
  readonly code: string | undefined

  /** @param label what the operator calls the folder, such as the setting that names it; may be empty */
  constructor(label: string, problem: string, cause?: unknown) {
    super(label ? `${label}: ${problem}` : problem, { cause })
    this.code = (cause as { code?: string } | undefined)?.code
  }
}

/** Another process has it. */
export class FolderInUse extends FolderFault {}

/** Chooses the remedy by the cause, else `otherwise`. */
export const folderFault = (label: string, path: string, cause: Error, otherwise: string): FolderFault => {
  if (cause instanceof FolderFault) return cause
  const reason = cause.message.replace(/\.$/, '')
  const [, cure] = cures.find(([pattern]) => pattern.test(reason)) ?? []
  return new FolderFault(label, `${path} cannot be used (${reason}). ${cure ?? otherwise}`, cause)
}

const cures: [RegExp, string][] = [
  [/ENOSPC|EDQUOT|no space left|quota/i, 'Free some space on its disk.'],
  [/EROFS|read-only/i, 'Its file system is read-only: mount it writable.'],
  [/EACCES|EPERM|permission|not permitted/i, 'Give the folder to the user who runs the service.'],
  [/EMFILE|ENFILE/, 'Allow more open files.'],
  [/took too long/, 'Stop the process that has it open, and try again.'],
]
