export type FaultCode =
  | 'bad_line'
  | 'line_too_long'
  | 'unknown_key'
  | 'bad_value'
  | 'bad_email'
  | 'bad_hash'
  | 'cost_too_high'
  | 'needs_package'
  | 'bad_totp'
  | 'backup_codes'
  | 'duplicate_in_file'
  | 'email_taken'
  | 'external_id_taken'
  | 'identity_taken'
  | 'id_taken'

/** Why a person of a file cannot be brought here. The message is for operators, and repeats no secret. */
export class RowFault extends Error {
  readonly code: FaultCode

  constructor(code: FaultCode, message: string) {
    super(message)
    this.code = code
  }
}
