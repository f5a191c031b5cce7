import { limits } from "@quarry/plugin/domain";

export const DEFAULT_MAX_BYTES = limits.DEFAULT_MAX_UPLOAD_SIZE_MB * limits.BYTES_PER_MB;
