@echo off
rem Runs Andon with the Deno and the packages of this folder. It needs no network.
setlocal EnableDelayedExpansion
set "here=%~dp0"
set "program=%here%program"
set "DENO_DIR=%here%packages"
set "DENO_NO_UPDATE_CHECK=1"
set given=%*
if not defined given set given=--help
set "flags="
for /f "usebackq delims=" %%f in (`""%here%deno.exe" run -A --quiet --no-check --cached-only "--config=%program%\deno.json" "%program%\main\permissions.ts" %given% --lines"`) do set flags=!flags! "%%f"
"%here%deno.exe" run %flags% --quiet --no-check --cached-only "--config=%program%\deno.json" "%program%\main.ts" %*
exit /b %ERRORLEVEL%
