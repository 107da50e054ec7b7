-- The mail with the link is in the language of the browser that asked for it.
ALTER TABLE "sign_ins" ADD COLUMN "language" TEXT NOT NULL DEFAULT 'en' CHECK ("language" ~ '^[a-z]{2}$');
