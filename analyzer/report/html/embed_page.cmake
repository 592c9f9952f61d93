# cmake -DFOLDER=... -DOUT=... -P embed_page.cmake: style and script of the page as C++, with their hashes.

# What a policy has: SHA-256 in base64.
function(policy_hash text result)
  string(SHA256 hex "${text}")
  set(digits ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/)
  set(coded "")
  foreach(at RANGE 0 60 6) # three bytes are four digits
    string(SUBSTRING "${hex}0000" ${at} 6 three)
    math(EXPR bits "0x${three}")
    foreach(shift 18 12 6 0)
      math(EXPR digit "(${bits} >> ${shift}) & 63")
      string(SUBSTRING "${digits}" ${digit} 1 character)
      string(APPEND coded "${character}")
    endforeach()
  endforeach()
  string(SUBSTRING "${coded}" 0 43 coded) # 32 bytes: the last one of three is none
  set(${result} "${coded}=" PARENT_SCOPE)
endfunction()

file(READ "${FOLDER}/page.css" style)
file(READ "${FOLDER}/page.js" script)
policy_hash("${style}" style_hash)
policy_hash("${script}" script_hash)
file(WRITE "${OUT}" "// Made by embed_page.cmake.
#include \"analyzer/report/html/page_files.h\"

namespace tare {

const std::string_view page_style = R\"~~(${style})~~\";
const std::string_view page_script = R\"~~(${script})~~\";
const std::string_view page_policy =
    \"default-src 'none'; style-src 'sha256-${style_hash}'; script-src 'sha256-${script_hash}'; img-src data:; \"
    \"base-uri 'none'; form-action 'none'\";

} // namespace tare
")
